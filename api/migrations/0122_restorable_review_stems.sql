-- additive: a replaced function with the same results
-- pg_restore and pg_upgrade fill tables with an empty search_path, in which the body of build_review_stems did not find
-- review_stem: the table reviews could not be restored from a dump.

-- Returns the different stems of the words of a text that have 3 to 30 letters.
create or replace function build_review_stems(t text) returns text[]
  language sql immutable parallel safe
  as $$ select array(
    select distinct public.review_stem(word) from regexp_split_to_table(lower(t), '[^[:alpha:]]+') word
    where length(word) between 3 and 30 and public.review_stem(word) <> '') $$;
