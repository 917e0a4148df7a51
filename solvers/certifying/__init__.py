"""The making of proofs that the kernel can replay. Nothing here is to be believed: the kernel looks at all of it."""
