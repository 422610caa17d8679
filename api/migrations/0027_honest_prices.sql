-- What is crossed out is the lowest price of the 30 days before the drop, never a price that nobody paid.

alter table product_variants
  -- When the drop began: whatever stood before it is what it is measured against.
  add column sale_since timestamptz,
  -- What is crossed out: at most the declared old price, null where the price did not fall.
  add column was_minor bigint check (was_minor > price_minor),
  add check (was_minor is null or old_price_minor is not null);
alter table products add column was_minor bigint check (was_minor >= 0);

-- The least that a variant cost in the 30 days before a moment; null where nothing is known of them.
create function lowest_price_before(product integer, option integer, moment timestamptz) returns bigint
  language sql stable as $$
  select min(h.price_minor) from price_history h
  where h.product_id = product and h.option_id = option and h.valid_from < moment
    and h.valid_from >= coalesce((
      select max(f.valid_from) from price_history f
      where f.product_id = product and f.option_id = option and f.valid_from <= moment - interval '30 days'), '-infinity')
$$;

-- What may be crossed out beside a price.
create function honest_old_price(price bigint, declared bigint, lowest bigint) returns bigint
  language sql immutable parallel safe
  return case when lowest is not null and least(lowest, declared) > price then least(lowest, declared) end;

create function variant_priced() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.price_minor, new.old_price_minor, new.sale_ends_at) is not distinct from
       (old.price_minor, old.old_price_minor, old.sale_ends_at) then
      return new;
    end if;
    -- A sale that ended by itself brought the old price back, which nobody has written down yet.
    if old.sale_ends_at <= now() and old.old_price_minor is not null then
      insert into price_history (product_id, option_id, price_minor, valid_from)
        values (old.product_id, old.option_id, old.old_price_minor, old.sale_ends_at) on conflict do nothing;
    end if;
  end if;
  if new.old_price_minor is null then
    new.sale_since := null;
    new.was_minor := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.sale_since := coalesce(new.sale_since, now());
  elsif new.price_minor <> old.price_minor or old.old_price_minor is null or coalesce(old.sale_ends_at <= now(), false) then
    new.sale_since := now();
  end if;
  new.was_minor := honest_old_price(new.price_minor, new.old_price_minor,
    lowest_price_before(new.product_id, new.option_id, new.sale_since));
  return new;
end $$;
create trigger variant_priced before insert or update of price_minor, old_price_minor, sale_ends_at on product_variants
  for each row execute function variant_priced();

create or replace function sum_variants(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any (ids) order by id for update;
  update products p set
    has_options = v.has_options,
    price_minor = v.price_minor,
    old_price_minor = v.old_price_minor,
    was_minor = v.was_minor,
    sale_ends_at = v.sale_ends_at,
    discount_percent = case when v.was_minor > 0
      then least(99, round((v.was_minor - v.price_minor) * 100.0 / v.was_minor)) else 0 end,
    stock = v.stock,
    updated_at = now()
  from (
    select a.product_id, a.has_options, a.stock, b.price_minor, b.old_price_minor, b.was_minor, b.sale_ends_at
    from (
      select product_id, bool_or(option_id > 0) as has_options, sum(stock) as stock
      from product_variants where product_id = any (ids) group by product_id
    ) a cross join lateral (
      select price_minor, old_price_minor, was_minor, sale_ends_at
      from product_variants f where f.product_id = a.product_id
      order by (stock > 0) desc, price_at(price_minor, old_price_minor, sale_ends_at, now()), position, option_id limit 1
    ) b
  ) v
  where p.id = v.product_id;
  update products set stock = 0
  where id = any (ids) and stock > 0
    and not exists (select from product_variants v where v.product_id = products.id);
end $$;

-- The history follows what is really asked for; prices that were imported with their past are not told twice.
create or replace function variants_inserted() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, option_id, price_minor)
    select c.product_id, c.option_id, c.price
    from (select *, price_at(price_minor, old_price_minor, sale_ends_at, now()) as price from changed) c
    where c.price is distinct from (
      select h.price_minor from price_history h
      where h.product_id = c.product_id and h.option_id = c.option_id
      order by h.valid_from desc limit 1)
    on conflict (product_id, option_id, valid_from) do update set price_minor = excluded.price_minor;
  perform sum_variants(array(select distinct product_id from changed));
  return null;
end $$;
create or replace function variants_updated() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, option_id, price_minor)
    select n.product_id, n.option_id, price_at(n.price_minor, n.old_price_minor, n.sale_ends_at, now())
    from changed n join before o using (product_id, option_id)
    where price_at(n.price_minor, n.old_price_minor, n.sale_ends_at, now())
      <> price_at(o.price_minor, o.old_price_minor, o.sale_ends_at, now())
    on conflict (product_id, option_id, valid_from) do update set price_minor = excluded.price_minor;
  perform sum_variants(array(select distinct product_id from changed));
  return null;
end $$;

-- Drops that are under way began when their price was first asked for.
update product_variants v set sale_since = began.valid_from, was_minor = honest_old_price(v.price_minor, v.old_price_minor,
    lowest_price_before(v.product_id, v.option_id, began.valid_from))
  from (select product_id, option_id, max(valid_from) as valid_from from price_history group by 1, 2) began
  where v.old_price_minor is not null and began.product_id = v.product_id and began.option_id = v.option_id;
