-- Addresses that moved, without the locale's prefix and without a query string. One hop leads to where a thing is now.
alter table redirects
  add check (from_path <> to_path),
  add check (from_path !~ '[?#\s]' and from_path !~ '^//'),
  add check (to_path !~ '[?#\s\\]' and to_path !~ '^//');
create index redirects_to on redirects (to_path);

-- What led to the old address leads to the new one, and an address that lives again leads nowhere: no chain, no loop.
create function move_address(old_path text, new_path text) returns void language plpgsql as $$
begin
  delete from redirects where from_path = new_path;
  update redirects set to_path = new_path where to_path = old_path;
  insert into redirects (from_path, to_path) values (old_path, new_path)
    on conflict (from_path) do update set to_path = excluded.to_path;
end $$;

-- The argument stands before the slug in the address.
create function slug_changed() returns trigger language plpgsql as $$
begin
  perform move_address(tg_argv[0] || old.slug, tg_argv[0] || new.slug);
  return null;
end $$;
create trigger product_renamed after update of slug on products
  for each row when (old.slug <> new.slug) execute function slug_changed('/');
create trigger category_renamed after update of slug on categories
  for each row when (old.slug <> new.slug) execute function slug_changed('/category/');
create trigger manufacturer_renamed after update of slug on manufacturers
  for each row when (old.slug <> new.slug) execute function slug_changed('/manufacturer/');
create trigger tag_renamed after update of slug on tags
  for each row when (old.slug <> new.slug) execute function slug_changed('/tags/');
