-- Customs rules that can say more, and more countries; why a method does not go somewhere; what Japan does not let out.

-- Currencies that only customs counts in.
insert into currencies (code, name_ru, name_en, sign, minor_digits, rounding_digits, position, active) values
  ('CAD', 'Канадский доллар', 'Canadian dollar', 'C$', 2, 2, 30, false),
  ('AUD', 'Австралийский доллар', 'Australian dollar', 'A$', 2, 2, 31, false),
  ('NZD', 'Новозеландский доллар', 'New Zealand dollar', 'NZ$', 2, 2, 32, false),
  ('CHF', 'Швейцарский франк', 'Swiss franc', 'CHF', 2, 2, 33, false),
  ('HKD', 'Гонконгский доллар', 'Hong Kong dollar', 'HK$', 2, 2, 34, false),
  ('SGD', 'Сингапурский доллар', 'Singapore dollar', 'S$', 2, 2, 35, false);
insert into currency_rates (currency, rub_per_unit, valid_from) values
  ('CAD', 68.1, '2024-04-01'), ('AUD', 60.2, '2024-04-01'), ('NZD', 55.2, '2024-04-01'),
  ('CHF', 102.3, '2024-04-01'), ('HKD', 11.8, '2024-04-01'), ('SGD', 68.4, '2024-04-01');

-- An example of a post code is shown beside its field; where the post needs the region too, it must be given.
alter table countries
  add column postcode_example text not null default '',
  add column region_kind text not null default 'region' check (region_kind in ('region', 'state', 'province')),
  add column region_required boolean not null default false;

insert into countries (code, name_ru, name_en, phone_prefix, postcode_pattern, position) values
  ('BE', 'Бельгия', 'Belgium', '+32', '^[0-9]{4}$', 32),
  ('BG', 'Болгария', 'Bulgaria', '+359', '^[0-9]{4}$', 32),
  ('CY', 'Кипр', 'Cyprus', '+357', '^[0-9]{4}$', 32),
  ('DK', 'Дания', 'Denmark', '+45', '^[0-9]{4}$', 32),
  ('GR', 'Греция', 'Greece', '+30', '^[0-9]{3} ?[0-9]{2}$', 32),
  ('HR', 'Хорватия', 'Croatia', '+385', '^[0-9]{5}$', 32),
  ('HU', 'Венгрия', 'Hungary', '+36', '^[0-9]{4}$', 32),
  ('IE', 'Ирландия', 'Ireland', '+353', '^([AC-FHKNPRTV-Y][0-9]{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$', 32),
  ('LU', 'Люксембург', 'Luxembourg', '+352', '^(L-)?[0-9]{4}$', 32),
  ('MT', 'Мальта', 'Malta', '+356', '^[A-Z]{3} ?[0-9]{4}$', 32),
  ('PT', 'Португалия', 'Portugal', '+351', '^[0-9]{4}-?[0-9]{3}$', 32),
  ('RO', 'Румыния', 'Romania', '+40', '^[0-9]{6}$', 32),
  ('SE', 'Швеция', 'Sweden', '+46', '^[0-9]{3} ?[0-9]{2}$', 32),
  ('SI', 'Словения', 'Slovenia', '+386', '^[0-9]{4}$', 32),
  ('SK', 'Словакия', 'Slovakia', '+421', '^[0-9]{3} ?[0-9]{2}$', 32),
  ('CH', 'Швейцария', 'Switzerland', '+41', '^[0-9]{4}$', 39),
  ('NZ', 'Новая Зеландия', 'New Zealand', '+64', '^[0-9]{4}$', 43),
  -- Hong Kong has no post codes; forms that insist on one are given this.
  ('HK', 'Гонконг', 'Hong Kong', '+852', '^999077$', 46),
  ('SG', 'Сингапур', 'Singapore', '+65', '^[0-9]{6}$', 47);

update countries set postcode_example = example from (values
  ('RU', '101000'), ('KZ', '050000'), ('BY', '220030'), ('AM', '0010'), ('KG', '720001'), ('UZ', '100000'),
  ('UA', '01001'), ('GE', '0105'), ('AZ', 'AZ1000'), ('MD', 'MD-2001'), ('TJ', '734000'), ('TM', '744000'),
  ('MN', '14200'), ('DE', '10115'), ('FR', '75001'), ('IT', '00118'), ('ES', '28001'), ('NL', '1012 AB'),
  ('AT', '1010'), ('PL', '00-001'), ('CZ', '110 00'), ('LV', 'LV-1010'), ('LT', 'LT-01001'), ('EE', '10111'),
  ('FI', '00100'), ('GB', 'SW1A 1AA'), ('US', '10001'), ('CA', 'K1A 0B1'), ('AU', '2000'), ('IL', '9100000'),
  ('TR', '06000'), ('BE', '1000'), ('BG', '1000'), ('CY', '1010'), ('DK', '1050'), ('GR', '104 31'),
  ('HR', '10000'), ('HU', '1051'), ('IE', 'D02 AF30'), ('LU', 'L-1111'), ('MT', 'VLT 1117'), ('PT', '1000-001'),
  ('RO', '010011'), ('SE', '111 20'), ('SI', '1000'), ('SK', '811 01'), ('CH', '8001'), ('NZ', '6011'),
  ('HK', '999077'), ('SG', '018956')) as examples (country, example) where code = country;
update countries set region_kind = 'state', region_required = true where code in ('US', 'AU');
update countries set region_kind = 'province', region_required = true where code = 'CA';

insert into shipping_method_countries (method_id, country, days_min, days_max)
  select method.id, code, method.days_min, method.days_max
  from countries, (values (2, 10, 21), (1, 5, 10)) as method (id, days_min, days_max)
  where code in ('BE', 'BG', 'CY', 'DK', 'GR', 'HR', 'HU', 'IE', 'LU', 'MT', 'PT', 'RO', 'SE', 'SI', 'SK', 'CH', 'NZ', 'HK', 'SG');
insert into shipping_refusals (method_id, hazard, country)
  select 1, 'lithium_in_device', code from countries
  where code in ('BG', 'CY', 'GR', 'HR', 'HU', 'MT', 'RO', 'SI', 'SK', 'HK');

-- Where a method has stopped, its row stays and says why.
insert into shipping_method_countries (method_id, country, days_min, days_max, active, note_ru, note_en)
  select 3, code, 60, 90, false, 'Наземная почта из Японии сюда не идёт с января 2022 года.',
    'Surface mail from Japan has been stopped since January 2022.'
  from countries where code in ('RU', 'BY', 'KZ', 'KG', 'TJ', 'UZ')
  union all
  select 1, 'KZ', 7, 14, false, 'Почта Японии приостановила EMS в Казахстан.', 'Japan Post has suspended EMS to Kazakhstan.'
  union all
  select method, country, 7, 25, false, 'Страна не принимает посылки с покупками из заграничных магазинов.',
    'The country does not take parcels bought in shops abroad.'
  from unnest(array[1, 2]) as method, unnest(array['TM', 'TR']) as country;

-- What Japan does not let out to a country: goods of these headings above a price a piece.
create table export_limits (
  country     char(2) not null references countries,
  valid_from  date not null,
  valid_to    date,
  -- Of the customs code: chapter 33 is perfumery and cosmetics.
  hs_prefix   text not null check (hs_prefix ~ '^[0-9]{2,6}$'),
  limit_minor bigint not null check (limit_minor >= 0),
  currency    char(3) not null references currencies,
  source      text not null,
  checked_at  date not null,
  primary key (country, hs_prefix, valid_from),
  check (valid_to is null or valid_to > valid_from)
);
insert into export_limits (country, valid_from, hs_prefix, limit_minor, currency, source, checked_at) values
  ('RU', '2022-04-05', '33', 40000, 'JPY', 'METI, export ban on luxury goods of 2022-04-05', '2026-03-31'),
  ('BY', '2022-04-05', '33', 40000, 'JPY', 'METI, export ban on luxury goods; Belarus by analogy, to be checked', '2026-03-31');

alter table customs_rules
  -- Below it no duty is asked, only tax; null: the same as limit_minor.
  add column duty_limit_minor bigint check (duty_limit_minor >= 0),
  -- A flat duty for each kind of goods (six digits of the customs code) in a parcel below duty_limit_minor.
  add column per_heading_minor bigint not null default 0 check (per_heading_minor >= 0),
  -- Two orders instead of one: helps, or customs adds parcels up, or there is nothing to stay below.
  add column splitting text not null default 'helps' check (splitting in ('helps', 'summed', 'useless')),
  add column note_ru text not null default '',
  add column note_en text not null default '',
  -- False: announced, or for others; counts in nothing until an operator confirms it.
  add column in_force boolean not null default true,
  alter column valid_from drop not null,
  add check (not in_force or valid_from is not null);

update customs_rules set splitting = 'useless' where limit_minor = 0;
update customs_rules set splitting = 'summed',
    note_ru = 'Посылки одному получателю складывают: деление заказа не помогает.',
    note_en = 'Parcels to one person are added up: dividing an order does not help.'
  where country in ('UA', 'GE', 'AZ', 'UZ');
update customs_rules set duty_limit_minor = 13500, note_en = 'Above £135 duty may be added, by the kind of goods.',
    note_ru = 'Дороже 135 £ может добавиться пошлина, она зависит от товара.' where country = 'GB';
update customs_rules set note_ru = 'Норма может быть другой, уточните в Государственном таможенном комитете.',
    note_en = 'The norm may differ: check with the State Customs Committee.'
  where country = 'BY' and valid_to is null;
update customs_rules set duty_limit_minor = 15000,
    note_ru = 'Дороже 150 € может добавиться пошлина, она зависит от товара; почта берёт плату за оформление.',
    note_en = 'Above €150 duty may be added, by the kind of goods; the post charges for clearance.'
  where limit_currency = 'EUR' and limit_minor = 0;

-- Rates that changed are rows of their own days.
update customs_rules set vat_percent = 17, duty_limit_minor = 50000, duty_percent = 12, duty_base = 'whole',
  valid_to = '2025-01-01' where country = 'IL';
insert into customs_rules (country, valid_from, limit_minor, limit_currency, duty_limit_minor, duty_percent, duty_base,
    vat_percent, vat_base, fee_currency, source, checked_at, confidence) values
  ('IL', '2025-01-01', 7500, 'USD', 50000, 12, 'whole', 18, 'whole', 'USD', 'unitedxp.co.il', '2026-03-31', 'medium');
update customs_rules set vat_percent = 22, valid_from = '2024-01-01', valid_to = '2025-07-01' where country = 'EE';
update customs_rules set vat_percent = 24, valid_to = '2024-09-01' where country = 'FI';
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, duty_limit_minor, duty_percent,
    duty_base, vat_percent, vat_base, fee_currency, source, checked_at, confidence, splitting, note_ru, note_en)
  select country, valid_from::date, valid_to::date, 0, 'EUR', 15000, 0, 'whole', vat, 'whole', 'EUR',
    'EU VAT on imports since 2021-07-01 (vatupdate.com, hlas.co.uk)', date '2026-03-31', 'medium', 'useless',
    'Дороже 150 € может добавиться пошлина, она зависит от товара; почта берёт плату за оформление.',
    'Above €150 duty may be added, by the kind of goods; the post charges for clearance.'
  from (values
    ('EE', '2025-07-01', null, 24), ('FI', '2024-09-01', null, 25.5),
    ('BE', '2021-07-01', null, 21), ('BG', '2021-07-01', null, 20), ('CY', '2021-07-01', null, 19),
    ('DK', '2021-07-01', null, 25), ('GR', '2021-07-01', null, 24), ('HR', '2021-07-01', null, 25),
    ('HU', '2021-07-01', null, 27), ('IE', '2021-07-01', null, 23), ('LU', '2024-01-01', null, 17),
    ('MT', '2021-07-01', null, 18), ('PT', '2021-07-01', null, 23), ('RO', '2021-07-01', '2025-08-01', 19),
    ('RO', '2025-08-01', null, 21), ('SE', '2021-07-01', null, 25), ('SI', '2021-07-01', null, 22),
    ('SK', '2021-07-01', '2025-01-01', 20), ('SK', '2025-01-01', null, 23))
    as rates (country, valid_from, valid_to, vat);

insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, duty_percent, duty_base, vat_percent,
    vat_base, fee_currency, source, checked_at, confidence, splitting, note_ru, note_en) values
  ('TR', '2024-04-01', '2024-08-21', 0, 'EUR', 30, 'whole', 0, 'whole', 'EUR', 'Decision 8787 and before (simplified clearance to 150 EUR)', '2026-03-31', 'high', 'useless', '', ''),
  ('TR', '2024-08-21', '2026-02-06', 0, 'EUR', 60, 'whole', 0, 'whole', 'EUR', 'Decision 8787 of 2024-08 (simplified clearance to 30 EUR)', '2026-03-31', 'high', 'useless', '', ''),
  ('TR', '2026-02-06', null, 0, 'EUR', 0, 'whole', 0, 'whole', 'EUR', 'Simplified clearance removed on 2026-02-06', '2026-03-31', 'high', 'useless',
   'Упрощённого оформления больше нет: нужна полная таможенная декларация, сумму назовёт таможня.',
   'There is no simplified clearance any more: a full declaration is needed, customs will name the sum.'),
  ('CA', '2024-04-01', null, 2000, 'CAD', 0, 'whole', 5, 'whole', 'CAD', 'zonos.com, easyship.com (de minimis tables)', '2026-03-31', 'low', 'helps', '', ''),
  ('AU', '2024-04-01', null, 100000, 'AUD', 5, 'whole', 10, 'whole', 'AUD', 'zonos.com, easyship.com (de minimis tables)', '2026-03-31', 'low', 'helps', '', ''),
  ('NZ', '2024-04-01', null, 6000, 'NZD', 0, 'whole', 15, 'whole', 'NZD', 'zonos.com, easyship.com (de minimis tables)', '2026-03-31', 'low', 'helps', '', ''),
  ('CH', '2024-04-01', null, 6200, 'CHF', 0, 'whole', 8.1, 'whole', 'CHF', 'tax below 5 CHF is not asked for (easyship.com)', '2026-03-31', 'low', 'helps', '', ''),
  ('HK', '2024-04-01', null, null, 'HKD', 0, 'whole', 0, 'whole', 'HKD', 'free port, no duty on cosmetics and household goods', '2026-03-31', 'low', 'useless', '', ''),
  ('SG', '2024-04-01', null, 40000, 'SGD', 0, 'whole', 9, 'whole', 'SGD', 'zonos.com, easyship.com (de minimis tables)', '2026-03-31', 'low', 'helps', '', '');

-- Announced, or for shops that are registered where this one is not: shown as such, counted in nothing until an operator
-- sets in_force (and the day, where it is not known).
insert into customs_rules (country, valid_from, limit_minor, limit_currency, limit_weight_g, duty_percent, duty_base,
    min_per_kg_minor, vat_percent, vat_base, fee_currency, source, checked_at, confidence, in_force, note_ru, note_en)
  select country, null, 20000, 'EUR', 31000, 5, 'whole', 100, vat, 'whole', 'EUR',
    'EEC Council decision reported on 2026-01-12, after ratification of the changes of the Customs Code', date '2026-03-31', 'medium', false,
    'Реформа электронной торговли ЕАЭС: порог остаётся, сверх него 5 % и национальный НДС со всей покупки, не меньше 1 € за килограмм.',
    'The EAEU reform of e-commerce: the limit stays, above it 5% and the national VAT of the whole purchase, at least €1 a kilogram.'
  from (values ('RU', 22), ('KZ', 16), ('BY', 20), ('AM', 20), ('KG', 12)) as rates (country, vat);
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, limit_weight_g, duty_limit_minor,
    duty_percent, duty_base, min_per_kg_minor, vat_percent, vat_base, fee_minor, fee_currency, source, checked_at, confidence,
    in_force, splitting, note_ru, note_en)
  select 'RU', date '2027-01-01' + make_interval(years => step), case when step < 2 then (date '2028-01-01' + make_interval(years => step))::date end,
    0, 'EUR', 31000, 20000, 15, 'excess', 200, 5 * (step + 1), 'whole', 25000, 'RUB',
    'Draft of the Ministry of Finance: import VAT on cross-border e-commerce', date '2026-03-31', 'low', false, 'useless',
    'Проект: НДС с любой покупки за границей.', 'A draft: VAT on every purchase abroad.'
  from generate_series(0, 2) as step;
insert into customs_rules (country, valid_from, limit_minor, limit_currency, duty_limit_minor, per_heading_minor, duty_percent,
    duty_base, vat_percent, vat_base, fee_currency, source, checked_at, confidence, in_force, splitting, note_ru, note_en)
  select country, date '2026-07-01', 0, 'EUR', 15000, 300, 0, 'whole', vat_percent, 'whole', 'EUR',
    'EU Council: 3 EUR for each kind of goods in parcels below 150 EUR of IOSS sellers', date '2026-03-31', 'high', false, 'useless',
    'Для продавцов, зарегистрированных в IOSS: 3 € за каждый вид товара в посылке до 150 €.',
    'For sellers registered in IOSS: €3 for each kind of goods in a parcel below €150.'
  from customs_rules where limit_currency = 'EUR' and limit_minor = 0 and valid_to is null and vat_percent > 0 and country <> 'TR' and in_force;
insert into customs_rules (country, valid_from, limit_minor, limit_currency, duty_percent, duty_base, vat_percent, vat_base,
    fee_currency, source, checked_at, confidence, in_force, splitting, note_ru, note_en) values
  ('MD', null, 0, 'EUR', 0, 'whole', 20, 'whole', 'EUR', 'announced, to be checked with the customs service of Moldova', '2026-03-31', 'low', false, 'useless',
   'Объявлен НДС с первого евро.', 'VAT from the first euro has been announced.'),
  ('IL', null, 15000, 'USD', 12, 'whole', 18, 'whole', 'USD', 'reported, not confirmed by the sources', '2026-03-31', 'low', false, 'helps',
   'Говорят о повышении нормы до 150 $.', 'A rise of the limit to $150 has been reported.'),
  ('GB', '2029-03-01', 0, 'GBP', 0, 'whole', 20, 'whole', 'GBP', 'the relief below 135 GBP is to end by March 2029', '2026-03-31', 'high', false, 'useless',
   'Льгота по пошлине до 135 £ закончится.', 'The relief from duty below £135 is to end.');

-- Country and city that the point was chosen for: another place has other points.
alter table carts add column point_place text;
