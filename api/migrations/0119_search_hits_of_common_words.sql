-- additive: functions; the previous release calls the function with three arguments.

-- Returns how many of the products are active, at most `max_count`. A subquery for each, because a join would read more.
create function count_active_products(ids integer[], max_count integer) returns integer
  language sql stable
  return (select count(*) from (
    select from unnest(ids) m(id) where (select p.status = 'active' from products p where p.id = m.id) limit max_count) active);

-- As `search_hits` (0047_search_hits.sql) for a process that knows the hits of some queries as of a snapshot: if one of them is
-- the first with a match, and no search terms have changed since its snapshot, only its index is returned. Whether enough
-- of the matches are active is looked up one by one, until enough of them are: given all of them at once, of which common words
-- have 100,000, the database sorts them first.
create function search_hits(queries tsquery[], exact tsquery[], known_since pg_snapshot[], min_hits integer) returns json
  language plpgsql stable as $$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    if search_terms_unchanged_since(known_since[i]) then return json_build_object('first', i - 1, 'isKnown', true); end if;
    ids := null;
    name_matches := search_ids_in_names(queries[i]);
    if count_active_products(name_matches, min_hits) < min_hits then
      ids := search_ids(queries[i]);
      continue when count_active_products(ids, 1) = 0;
    end if;
    return json_build_object('first', i - 1, 'isKnown', false, 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $$;
