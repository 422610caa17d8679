-- The tree of categories, brands, series, tags and concerns are kept in memory too: their changes are counted with those of
-- the other reference data, so that every process reads them again within a second.
create trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function reference_changed();
create trigger manufacturers_changed after insert or update or delete or truncate on manufacturers
  for each statement execute function reference_changed();
create trigger series_changed after insert or update or delete or truncate on series
  for each statement execute function reference_changed();
create trigger usages_changed after insert or update or delete or truncate on usages
  for each statement execute function reference_changed();
create trigger tags_changed after insert or update or delete or truncate on tags
  for each statement execute function reference_changed();
create trigger search_synonyms_changed after insert or update or delete or truncate on search_synonyms
  for each statement execute function reference_changed();
