-- A search looked the same words up three times: whether they find anything, whether enough is named so, and which products.

-- The first of some searches that finds anything on sale: its place among them, the products with all of its words (in their
-- names, where as many as are enough have them there), those that are named so, and those that are named as it was written.
create function search_hits(queries tsquery[], written tsquery[], enough integer) returns json
  language plpgsql stable as $$
declare
  named integer[];
  ids integer[];
begin
  for at in 1 .. cardinality(queries) loop
    named := search_ids_in_names(queries[at]);
    if (select count(*) from (select from products where id = any (named) and status = 'active' limit enough) found) < enough then
      ids := search_ids(queries[at]);
      continue when not exists (select from products where id = any (ids) and status = 'active');
    end if;
    return json_build_object('first', at - 1, 'ids', coalesce(ids, named),
      'named', case when ids is not null then named end,
      'namedAsWritten', case when written[at] <> queries[at] then search_ids_in_names(written[at]) end);
  end loop;
  return null;
end $$;
drop function search_finds(tsquery);
drop function search_names(tsquery, integer);
