"""Filings: reading them, binding their summations, and finding the certificates of `xbrl/relation`, `xbrl/joint` and
`xbrl/claim`.

Readers give a `Filing` (module `filing`): `instance` and `taxonomy` (xBRL-XML with the filing's own schemas and
calculation linkbases), `oim` (xBRL-JSON), `companyfacts`, `second` (inline XBRL, xBRL-CSV and whole taxonomies through
Arelle). `load` picks one. Nothing here is trusted: the kernel checks every verdict, and what it cannot check, the
reading, is said with every verdict.
"""
