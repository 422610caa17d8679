-- Counts the changes of what processes hold in memory: settings, rates, countries, ways of delivery, rules, presents. A
-- transaction that relies on what is held reads this one row and knows, to the commit, whether it is still true.
create table reference_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null
);
insert into reference_version (version) values (1);

create function reference_changed() returns trigger language plpgsql as $$
begin
  update reference_version set version = version + 1;
  return null;
end $$;

create trigger settings_changed after insert or update or delete or truncate on settings
  for each statement execute function reference_changed();
create trigger currencies_changed after insert or update or delete or truncate on currencies
  for each statement execute function reference_changed();
create trigger currency_rates_changed after insert or update or delete or truncate on currency_rates
  for each statement execute function reference_changed();
create trigger countries_changed after insert or update or delete or truncate on countries
  for each statement execute function reference_changed();
create trigger shipping_methods_changed after insert or update or delete or truncate on shipping_methods
  for each statement execute function reference_changed();
create trigger shipping_method_countries_changed after insert or update or delete or truncate on shipping_method_countries
  for each statement execute function reference_changed();
create trigger shipping_refusals_changed after insert or update or delete or truncate on shipping_refusals
  for each statement execute function reference_changed();
create trigger customs_rules_changed after insert or update or delete or truncate on customs_rules
  for each statement execute function reference_changed();
create trigger export_limits_changed after insert or update or delete or truncate on export_limits
  for each statement execute function reference_changed();
create trigger presents_changed after insert or update or delete or truncate on presents
  for each statement execute function reference_changed();
create trigger present_products_changed after insert or update or delete or truncate on present_products
  for each statement execute function reference_changed();
