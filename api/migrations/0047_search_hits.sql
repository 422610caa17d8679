-- Returns the hits of the first query that matches an active product: its index, the matching products (only those
-- whose names match, if there are at least `min_hits`), those whose names match, and those whose names match the query
-- without synonyms (`exact`). Null if no query has a match. Unlike before, the matches of a query are not those of an
-- earlier one that only matched inactive products or none.
create or replace function search_hits(queries tsquery[], exact tsquery[], min_hits integer) returns json
  language plpgsql stable as $$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    ids := null;
    name_matches := search_ids_in_names(queries[i]);
    if (select count(*) from (
        select from products where id = any (name_matches) and status = 'active' limit min_hits) active) < min_hits then
      ids := search_ids(queries[i]);
      continue when not exists (select from products where id = any (ids) and status = 'active');
    end if;
    return json_build_object('first', i - 1, 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $$;
