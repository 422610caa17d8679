-- Fulfillment: the customs check of paid orders (docs/domain/fulfillment.md), and the limits that decide which customs
-- declaration a parcel needs (docs/domain/customs.md).

-- Special drawing rights, the unit of the limits of the Universal Postal Union.
insert into currencies (code, name_ru, name_en, sign, minor_digits, rounding_digits, position, active) values
  ('XDR', 'Специальные права заимствования', 'Special drawing rights', 'SDR', 2, 2, 36, false)
  on conflict do nothing;
insert into currency_rates (currency, rub_per_unit, valid_from)
  select 'XDR', 122, '2024-04-01' where not exists (select from currency_rates where currency = 'XDR');

-- A limit of the parcel that decides how it is declared. Amounts are minor units of `currency`.
create table declaration_limits (
  -- cn22: a parcel below the value and up to the weight needs form CN22, otherwise CN23.
  -- export_declaration: a parcel above the value needs an export declaration.
  kind           text    not null check (kind in ('cn22', 'export_declaration')),
  valid_from     date    not null,
  valid_to       date,
  limit_minor    bigint  not null check (limit_minor > 0),
  currency       char(3) not null references currencies,
  -- Null: any weight.
  limit_weight_g integer check (limit_weight_g > 0),
  source         text    not null,
  checked_at     date    not null,
  primary key (kind, valid_from),
  constraint declaration_limits_validity_check check (valid_to is null or valid_to > valid_from)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger declaration_limits_after_change after insert or update or delete or truncate on declaration_limits
  for each statement execute function increment_reference_data_version();

insert into declaration_limits (kind, valid_from, limit_minor, currency, limit_weight_g, source, checked_at) values
  ('cn22', '2024-03-01', 30000, 'XDR', 2000, 'post.japanpost.jp/int/use/writing/customs_en.html', '2026-11-23'),
  ('export_declaration', '2024-03-01', 200000, 'JPY', null, 'customs.go.jp/english/c-answer_e/kokusaiyubin/6201_e.htm',
   '2026-11-23');

-- Whether the goods of an order can be declared and sent, as of the last check. Orders of gift cards alone have none.
create table customs_checks (
  order_id                 integer     primary key references orders on delete cascade,
  -- missing: customs data of a product is missing. blocked: the goods may not be sent to this country or by this method.
  status                   text        not null check (status in ('complete', 'missing', 'blocked')),
  -- List of {code, product_id}.
  problems                 jsonb       not null default '[]' check (jsonb_typeof(problems) = 'array'),
  form                     text        not null check (form in ('CN22', 'CN23')),
  needs_export_declaration boolean     not null,
  checked_at               timestamptz not null,
  constraint customs_checks_complete_check check ((status = 'complete') = (problems = '[]'))
);
