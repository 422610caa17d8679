-- Customs rules and export limits: tables of the customs module (docs/domain/customs.md). Their references to countries
-- are in 0007_delivery.sql.

-- The import rule of a country in a period of time. Amounts are minor units of `limit_currency` and `fee_currency`.
create table customs_rules (
  id                integer       generated always as identity primary key,
  country           char(2)       not null,
  -- In force from the first day until before the last one; null: unlimited.
  valid_from        date,
  valid_to          date,
  -- False: announced, or for other sellers. The rule is not applied until an operator confirms it.
  in_force          boolean       not null default true,

  -- The duty-free limit; null: unlimited.
  limit_minor       bigint        check (limit_minor >= 0),
  limit_currency    char(3)       not null references currencies,
  limit_weight_g    integer       check (limit_weight_g > 0),
  -- The period in which parcels count towards the limit.
  period            text          not null default 'parcel' check (period in ('parcel', 'month', 'quarter')),
  -- Whether two orders instead of one avoid duty: yes, no because parcels are added up, or there is no limit to stay
  -- below.
  splitting         text          not null default 'helps' check (splitting in ('helps', 'summed', 'useless')),

  -- Duty, on the value above the limit (excess) or on the whole value.
  duty_percent      numeric(5, 2) not null check (duty_percent >= 0),
  duty_base         text          not null check (duty_base in ('excess', 'whole')),
  -- Up to this value there is no duty, only VAT; null: the same as limit_minor.
  duty_limit_minor  bigint        check (duty_limit_minor >= 0),
  -- The least duty for a kilogram.
  min_per_kg_minor  bigint        not null default 0 check (min_per_kg_minor >= 0),
  -- Fixed duty for each HS code (six digits) in a parcel below duty_limit_minor.
  per_heading_minor bigint        not null default 0 check (per_heading_minor >= 0),

  vat_percent       numeric(5, 2) not null default 0 check (vat_percent >= 0),
  vat_base          text          not null default 'excess' check (vat_base in ('excess', 'whole')),

  -- The fee of the customs clearance.
  fee_minor         bigint        not null default 0 check (fee_minor >= 0),
  fee_currency      char(3)       not null references currencies,

  note_ru           text          not null default '',
  note_en           text          not null default '',

  -- Where the rule is published, when that was checked, and how reliable it is.
  source            text          not null,
  checked_at        date          not null,
  confidence        text          not null check (confidence in ('high', 'medium', 'low')),

  unique (country, valid_from),
  constraint customs_rules_validity_check check (valid_to is null or valid_to > valid_from),
  constraint customs_rules_in_force_check check (not in_force or valid_from is not null)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger customs_rules_after_change after insert or update or delete or truncate on customs_rules
  for each statement execute function increment_reference_data_version();

-- Goods that Japan does not export to a country if one piece costs more than the limit.
create table export_limits (
  country     char(2) not null,
  valid_from  date    not null,
  valid_to    date,
  -- Start of the HS code: chapter 33 is perfumery and cosmetics.
  hs_prefix   text    not null check (hs_prefix ~ '^[0-9]{2,6}$'),
  limit_minor bigint  not null check (limit_minor >= 0),
  currency    char(3) not null references currencies,
  source      text    not null,
  checked_at  date    not null,
  primary key (country, hs_prefix, valid_from),
  constraint export_limits_validity_check check (valid_to is null or valid_to > valid_from)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger export_limits_after_change after insert or update or delete or truncate on export_limits
  for each statement execute function increment_reference_data_version();

-- ---------------------------------------------------------------------------------------------------------------------
-- Rules that a new store starts with. A change of the law is a row that an operator imports, not a migration.
-- ---------------------------------------------------------------------------------------------------------------------

-- Eurasian Economic Union: 200 EUR and 31 kg for each parcel; above that 15 % of the excess, at least 2 EUR for each
-- kilogram of it. Russia charges about 250 RUB for a parcel with duty.
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, limit_weight_g, duty_percent,
    duty_base, min_per_kg_minor, fee_currency, source, checked_at, confidence)
  select country, date '2022-03-31', date '2024-04-01', 100000, 'EUR', 31000, 15, 'excess', 200, 'RUB',
    'EEC Council decision of 2022-03-17 (aqparat.info, zakon.kz)', date '2026-03-31', 'high'
  from unnest(array['RU', 'KZ', 'BY', 'AM', 'KG']) as country;
insert into customs_rules (country, valid_from, limit_minor, limit_currency, limit_weight_g, duty_percent, duty_base,
    min_per_kg_minor, fee_minor, fee_currency, source, checked_at, confidence, note_ru, note_en)
  select country, date '2024-04-01', 20000, 'EUR', 31000, 15, 'excess', 200, fee_minor, 'RUB',
    'EEC Council decision of 2023-09-28 (online.zakon.kz, doc 34425476)', date '2026-03-31', confidence, note_ru, note_en
  from (values
    ('RU', 25000, 'high',   '', ''),
    ('KZ', 0,     'high',   '', ''),
    ('BY', 0,     'low',    'Норма может быть другой, уточните в Государственном таможенном комитете.',
                            'The norm may differ: check with the State Customs Committee.'),
    ('AM', 0,     'medium', '', ''),
    ('KG', 0,     'medium', '', '')) as rules (country, fee_minor, confidence, note_ru, note_en);

-- Countries whose customs adds up the parcels of one person.
insert into customs_rules (country, valid_from, limit_minor, limit_currency, limit_weight_g, period, duty_percent,
    duty_base, min_per_kg_minor, vat_percent, vat_base, fee_currency, source, checked_at, confidence, splitting, note_ru,
    note_en)
  select country, date '2024-04-01', limit_minor, currency, limit_weight_g, period, duty_percent, 'excess',
    min_per_kg_minor, vat_percent, vat_base, currency, source, date '2026-03-31', confidence, 'summed',
    'Посылки одному получателю складывают: деление заказа не помогает.',
    'Parcels to one person are added up: dividing an order does not help.'
  from (values
    ('UA', 15000, 'EUR', null,  'parcel', 10, 0,   20, 'excess', 'high',   'novapost.com, globalpost.ua (2026 limits)'),
    ('UZ', 10000, 'USD', null,  'parcel', 30, 300, 0,  'excess', 'low',    'zamin.uz, newsuz.com (postal norm); rate to be checked'),
    ('GE', 30000, 'GEL', 30000, 'parcel', 0,  0,   18, 'whole',  'medium', 'gpost.ge, myparcel.ge'),
    ('AZ', 30000, 'USD', null,  'month',  15, 0,   18, 'excess', 'low',    'metbuat.az; rate to be checked'))
    as rules (country, limit_minor, currency, limit_weight_g, period, duty_percent, min_per_kg_minor, vat_percent, vat_base,
      confidence, source);

-- European Union: VAT from the first euro, no duty on cosmetics up to 150 EUR.
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, duty_limit_minor, duty_percent,
    duty_base, vat_percent, vat_base, fee_currency, source, checked_at, confidence, splitting, note_ru, note_en)
  select country, valid_from::date, valid_to::date, 0, 'EUR', 15000, 0, 'whole', vat, 'whole', 'EUR',
    'EU VAT on imports since 2021-07-01 (vatupdate.com, hlas.co.uk)', date '2026-03-31', 'medium', 'useless',
    'Дороже 150 € может добавиться пошлина, она зависит от товара; почта берёт плату за оформление.',
    'Above €150 duty may be added, by the kind of goods; the post charges for clearance.'
  from (values
    ('DE', '2021-07-01', null, 19),         ('FR', '2021-07-01', null, 20),
    ('IT', '2021-07-01', null, 22),         ('ES', '2021-07-01', null, 21),
    ('NL', '2021-07-01', null, 21),         ('AT', '2021-07-01', null, 20),
    ('PL', '2021-07-01', null, 23),         ('CZ', '2021-07-01', null, 21),
    ('LV', '2021-07-01', null, 21),         ('LT', '2021-07-01', null, 21),
    ('EE', '2024-01-01', '2025-07-01', 22), ('EE', '2025-07-01', null, 24),
    ('FI', '2021-07-01', '2024-09-01', 24), ('FI', '2024-09-01', null, 25.5),
    ('BE', '2021-07-01', null, 21),         ('BG', '2021-07-01', null, 20),
    ('CY', '2021-07-01', null, 19),         ('DK', '2021-07-01', null, 25),
    ('GR', '2021-07-01', null, 24),         ('HR', '2021-07-01', null, 25),
    ('HU', '2021-07-01', null, 27),         ('IE', '2021-07-01', null, 23),
    ('LU', '2024-01-01', null, 17),         ('MT', '2021-07-01', null, 18),
    ('PT', '2021-07-01', null, 23),         ('RO', '2021-07-01', '2025-08-01', 19),
    ('RO', '2025-08-01', null, 21),         ('SE', '2021-07-01', null, 25),
    ('SI', '2021-07-01', null, 22),         ('SK', '2021-07-01', '2025-01-01', 20),
    ('SK', '2025-01-01', null, 23)) as rates (country, valid_from, valid_to, vat);

-- Other countries.
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, duty_limit_minor, duty_percent,
    duty_base, vat_percent, vat_base, fee_currency, splitting, confidence, checked_at, source, note_ru, note_en) values
  ('MD', '2024-04-01', null, 15000, 'EUR', null, 0, 'excess', 20, 'excess', 'EUR', 'helps', 'low', '2026-03-31',
   'to be checked with the customs service of Moldova', '', ''),
  ('GB', '2024-04-01', null, 0, 'GBP', 13500, 0, 'whole', 20, 'whole', 'GBP', 'useless', 'medium', '2026-03-31',
   'logisticsmanager.com, wrapgrade.jp', 'Дороже 135 £ может добавиться пошлина, она зависит от товара.',
   'Above £135 duty may be added, by the kind of goods.'),
  ('US', '2016-03-10', '2025-08-29', 80000, 'USD', null, 0, 'excess', 0, 'excess', 'USD', 'helps', 'high', '2026-03-31',
   'Section 321 de minimis', '', ''),
  ('US', '2025-08-29', null, 0, 'USD', null, 15, 'whole', 0, 'whole', 'USD', 'useless', 'medium', '2026-03-31',
   'supplychaindive.com, dutyclaims.com (2026-02)', '', ''),
  ('IL', '2024-04-01', '2025-01-01', 7500, 'USD', 50000, 12, 'whole', 17, 'whole', 'USD', 'helps', 'medium', '2026-03-31',
   'unitedxp.co.il', '', ''),
  ('IL', '2025-01-01', null, 7500, 'USD', 50000, 12, 'whole', 18, 'whole', 'USD', 'helps', 'medium', '2026-03-31',
   'unitedxp.co.il', '', ''),
  ('TR', '2024-04-01', '2024-08-21', 0, 'EUR', null, 30, 'whole', 0, 'whole', 'EUR', 'useless', 'high', '2026-03-31',
   'Decision 8787 and before (simplified clearance to 150 EUR)', '', ''),
  ('TR', '2024-08-21', '2026-02-06', 0, 'EUR', null, 60, 'whole', 0, 'whole', 'EUR', 'useless', 'high', '2026-03-31',
   'Decision 8787 of 2024-08 (simplified clearance to 30 EUR)', '', ''),
  ('TR', '2026-02-06', null, 0, 'EUR', null, 0, 'whole', 0, 'whole', 'EUR', 'useless', 'high', '2026-03-31',
   'Simplified clearance removed on 2026-02-06',
   'Упрощённого оформления больше нет: нужна полная таможенная декларация, сумму назовёт таможня.',
   'There is no simplified clearance any more: a full declaration is needed, customs will name the sum.'),
  ('CA', '2024-04-01', null, 2000, 'CAD', null, 0, 'whole', 5, 'whole', 'CAD', 'helps', 'low', '2026-03-31',
   'zonos.com, easyship.com (de minimis tables)', '', ''),
  ('AU', '2024-04-01', null, 100000, 'AUD', null, 5, 'whole', 10, 'whole', 'AUD', 'helps', 'low', '2026-03-31',
   'zonos.com, easyship.com (de minimis tables)', '', ''),
  ('NZ', '2024-04-01', null, 6000, 'NZD', null, 0, 'whole', 15, 'whole', 'NZD', 'helps', 'low', '2026-03-31',
   'zonos.com, easyship.com (de minimis tables)', '', ''),
  ('CH', '2024-04-01', null, 6200, 'CHF', null, 0, 'whole', 8.1, 'whole', 'CHF', 'helps', 'low', '2026-03-31',
   'tax below 5 CHF is not asked for (easyship.com)', '', ''),
  ('HK', '2024-04-01', null, null, 'HKD', null, 0, 'whole', 0, 'whole', 'HKD', 'useless', 'low', '2026-03-31',
   'free port, no duty on cosmetics and household goods', '', ''),
  ('SG', '2024-04-01', null, 40000, 'SGD', null, 0, 'whole', 9, 'whole', 'SGD', 'helps', 'low', '2026-03-31',
   'zonos.com, easyship.com (de minimis tables)', '', '');

-- Announced, or for sellers that are registered where this store is not: displayed, but not applied until an operator
-- sets in_force (and the day, if it is not known).
insert into customs_rules (country, valid_from, limit_minor, limit_currency, limit_weight_g, duty_percent, duty_base,
    min_per_kg_minor, vat_percent, vat_base, fee_currency, source, checked_at, confidence, in_force, note_ru, note_en)
  select country, null, 20000, 'EUR', 31000, 5, 'whole', 100, vat, 'whole', 'EUR',
    'EEC Council decision reported on 2026-01-12, after ratification of the changes of the Customs Code', date '2026-03-31',
    'medium', false,
    'Реформа электронной торговли ЕАЭС: порог остаётся, сверх него 5 % и национальный НДС со всей покупки, не меньше 1 € за килограмм.',
    'The EAEU reform of e-commerce: the limit stays, above it 5% and the national VAT of the whole purchase, at least €1 a kilogram.'
  from (values ('RU', 22), ('KZ', 16), ('BY', 20), ('AM', 20), ('KG', 12)) as rates (country, vat);
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, limit_weight_g, duty_limit_minor,
    duty_percent, duty_base, min_per_kg_minor, vat_percent, vat_base, fee_minor, fee_currency, source, checked_at,
    confidence, in_force, splitting, note_ru, note_en)
  select 'RU', valid_from::date, valid_to::date, 0, 'EUR', 31000, 20000, 15, 'excess', 200, vat, 'whole', 25000, 'RUB',
    'Draft of the Ministry of Finance: import VAT on cross-border e-commerce', date '2026-03-31', 'low', false, 'useless',
    'Проект: НДС с любой покупки за границей.', 'A draft: VAT on every purchase abroad.'
  from (values ('2027-01-01', '2028-01-01', 5), ('2028-01-01', '2029-01-01', 10), ('2029-01-01', null, 15))
    as rates (valid_from, valid_to, vat);
insert into customs_rules (country, valid_from, limit_minor, limit_currency, duty_limit_minor, per_heading_minor,
    duty_percent, duty_base, vat_percent, vat_base, fee_currency, source, checked_at, confidence, in_force, splitting,
    note_ru, note_en)
  select country, date '2026-07-01', 0, 'EUR', 15000, 300, 0, 'whole', vat_percent, 'whole', 'EUR',
    'EU Council: 3 EUR for each kind of goods in parcels below 150 EUR of IOSS sellers', date '2026-03-31', 'high', false,
    'useless', 'Для продавцов, зарегистрированных в IOSS: 3 € за каждый вид товара в посылке до 150 €.',
    'For sellers registered in IOSS: €3 for each kind of goods in a parcel below €150.'
  from customs_rules where source like 'EU VAT on imports%' and valid_to is null;
insert into customs_rules (country, valid_from, limit_minor, limit_currency, duty_percent, duty_base, vat_percent, vat_base,
    fee_currency, source, checked_at, confidence, in_force, splitting, note_ru, note_en) values
  ('MD', null, 0, 'EUR', 0, 'whole', 20, 'whole', 'EUR', 'announced, to be checked with the customs service of Moldova',
   '2026-03-31', 'low', false, 'useless', 'Объявлен НДС с первого евро.', 'VAT from the first euro has been announced.'),
  ('IL', null, 15000, 'USD', 12, 'whole', 18, 'whole', 'USD', 'reported, not confirmed by the sources',
   '2026-03-31', 'low', false, 'helps', 'Говорят о повышении нормы до 150 $.',
   'A rise of the limit to $150 has been reported.'),
  ('GB', '2029-03-01', 0, 'GBP', 0, 'whole', 20, 'whole', 'GBP', 'the relief below 135 GBP is to end by March 2029',
   '2026-03-31', 'high', false, 'useless', 'Льгота по пошлине до 135 £ закончится.',
   'The relief from duty below £135 is to end.');

insert into export_limits (country, valid_from, hs_prefix, limit_minor, currency, source, checked_at) values
  ('RU', '2022-04-05', '33', 40000, 'JPY', 'METI, export ban on luxury goods of 2022-04-05', '2026-03-31'),
  ('BY', '2022-04-05', '33', 40000, 'JPY', 'METI, export ban on luxury goods; Belarus by analogy, to be checked',
   '2026-03-31');
