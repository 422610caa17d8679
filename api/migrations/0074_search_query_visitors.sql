-- additive: a new table
-- How many people searched for a query: table of the search module
-- (docs/decisions/0087-show-only-queries-of-several-people.md).

-- A person who searched for a query that found something, as a keyed hash of the query and the network. The hash differs
-- for each query, so that the rows do not show what else the person searched for. Deleted after 30 days.
create table search_query_visitors (
  query   text  not null,
  locale  text  not null check (locale in ('ru-RU', 'en-US')),
  visitor bytea not null check (octet_length(visitor) = 16),
  -- The day of their last search for it.
  day     date  not null,
  primary key (query, locale, visitor)
);
create index search_query_visitors_day on search_query_visitors (day);
