-- additive: triggers, which the previous release ignores.

-- Records that the words changed by which products are found, for caches of what searches find: with the tag `search`,
-- once in a transaction, since texts of thousands of products may change in one.
create function record_search_change() returns trigger language plpgsql as $$
begin
  insert into content_changes (tag)
    select 'search' where not exists (
      select from content_changes c where c.xid = pg_current_xact_id() and c.tag = 'search');
  return null;
end $$;

-- A trigger, so that the changes of every writer are seen: texts of products, and the names of what they belong to.
create trigger product_terms_after_change after insert or update or delete or truncate on product_terms
  for each statement execute function record_search_change();
-- For the same reason: the words that queries are corrected to. A job refreshes them. Synonyms are counted in
-- `reference_data_version` already.
-- By row, since the job changes few words, mostly none.
create trigger search_vocabulary_after_change after insert or update or delete on search_vocabulary
  for each row execute function record_search_change();
create trigger search_vocabulary_after_truncate after truncate on search_vocabulary
  for each statement execute function record_search_change();
