"""The playground: a page on which Sorites answers in the browser, or for ``sorites serve`` on this machine."""
