-- additive: an index. A store that keeps its listing in the database can create it before the release by hand
-- (`create index concurrently if not exists …`), as docs/database.md describes. Otherwise changes of products wait while it is
-- built, about half a second for a million products.

-- The products of a concern, which shoppers choose in lists and may name in a search. Not `fastupdate`: its list of pending
-- entries would be read by each search.
create index if not exists product_listing_concerns on product_listing using gin (concern_ids) with (fastupdate = off);
