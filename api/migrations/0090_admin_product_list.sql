-- additive: a status that the previous release never sets, a new table, and indexes

-- The list of products in the back office (docs/domain/catalog-admin.md). A draft is a product that was never published.
alter table products
  drop constraint products_status_check,
  add constraint products_status_check check (status in ('draft', 'active', 'hidden', 'discontinued'));

-- Whether an HS code has the six digits that all countries share, as fulfillment/customs-data.ts decides it.
create function is_complete_hs_code(hs_code text) returns boolean language sql immutable parallel safe as $$
  select replace(hs_code, '.', '') ~ '^[0-9]{6,12}$'
$$;

-- Whether an English name describes the goods rather than their kind, as fulfillment/customs-data.ts decides it.
create function is_specific_customs_name(name text) returns boolean language sql immutable parallel safe as $$
  select name ~* '[a-z]{3}' and name ~ '^[\u0020-\u007e]+$'
    and lower(regexp_replace(btrim(name), ' +', ' ', 'g')) <> all (array['accessories', 'beauty goods', 'beauty product',
      'beauty products', 'clothes', 'clothing', 'cosmetic', 'cosmetic product', 'cosmetic products', 'cosmetics',
      'daily necessities', 'food', 'gift', 'gifts', 'goods', 'household goods', 'item', 'items', 'merchandise', 'other',
      'personal effects', 'product', 'products', 'sample', 'samples', 'skin care', 'skincare', 'toiletries', 'toy', 'toys',
      'various'])
$$;

create index products_updated on products (updated_at, id);
create index products_stock on products (stock, id);
create index products_not_active on products (status, updated_at, id) where status <> 'active';
create index products_low_stock on products (updated_at, id) where status = 'active' and stock <= 5;
create index products_incomplete on products (updated_at, id)
  where status = 'active' and (not is_complete_hs_code(hs_code) or not is_specific_customs_name(customs_name_en)
    or (description_ru = '') <> (description_en = ''));

-- A text of a product in which one language was changed and the other was not: the texts as they last corresponded. The
-- row is deleted when the other language is changed too, or when staff confirm that the meaning is the same.
create table outdated_translations (
  product_id integer     not null references products on delete cascade,
  field      text        not null check (field in ('name', 'description')),
  ru         text        not null,
  en         text        not null,
  since      timestamptz not null default now(),
  primary key (product_id, field)
);

-- Keeps the outdated translation of one text of a product after it was changed.
create function update_outdated_translation(product integer, text_field text, old_ru text, new_ru text, old_en text, new_en text)
returns void language plpgsql as $$
declare
  outdated outdated_translations;
begin
  select * into outdated from outdated_translations t where t.product_id = product and t.field = text_field;
  if not found then
    -- A text that has only one language is missing its translation, which is not outdated.
    if (old_ru <> new_ru) <> (old_en <> new_en) and '' <> all (array[old_ru, new_ru, old_en, new_en]) then
      insert into outdated_translations (product_id, field, ru, en) values (product, text_field, old_ru, old_en);
    end if;
  -- The language that was behind has been changed, or the other one is again what it was.
  elsif (outdated.ru <> new_ru) = (outdated.en <> new_en) or '' = any (array[new_ru, new_en]) then
    delete from outdated_translations t where t.product_id = product and t.field = text_field;
  end if;
end $$;

create function update_outdated_translations() returns trigger language plpgsql as $$
begin
  if (old.name_ru, old.name_en) is distinct from (new.name_ru, new.name_en) then
    perform update_outdated_translation(new.id, 'name', old.name_ru, new.name_ru, old.name_en, new.name_en);
  end if;
  if (old.description_ru, old.description_en) is distinct from (new.description_ru, new.description_en) then
    perform update_outdated_translation(new.id, 'description', old.description_ru, new.description_ru, old.description_en,
      new.description_en);
  end if;
  return null;
end $$;

-- A trigger, so that imports and commands count as well as the editor.
create trigger products_after_translated_text_update after update of name_ru, name_en, description_ru, description_en on products
  for each row execute function update_outdated_translations();
