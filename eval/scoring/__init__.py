"""What answers are worth: figures, how sure they are, and what is compared with gold programs and proofs."""
