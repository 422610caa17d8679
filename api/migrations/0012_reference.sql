-- What every shop needs before its first order: where it delivers and how, what may not travel, and what customs asks.
-- All of it is data of the shop from here on; a later change of a tariff or a law is a row, not a migration.

insert into countries (code, name_ru, name_en, phone_prefix, postcode_pattern, position) values
  ('RU', 'Россия', 'Russia', '+7', '^[0-9]{6}$', 1),
  ('KZ', 'Казахстан', 'Kazakhstan', '+7', '^([0-9]{6}|[A-Z][0-9]{2}[A-Z][0-9][A-Z][0-9])$', 2),
  ('BY', 'Беларусь', 'Belarus', '+375', '^[0-9]{6}$', 3),
  ('AM', 'Армения', 'Armenia', '+374', '^[0-9]{4}$', 4),
  ('KG', 'Киргизия', 'Kyrgyzstan', '+996', '^[0-9]{6}$', 5),
  ('UZ', 'Узбекистан', 'Uzbekistan', '+998', '^[0-9]{6}$', 6),
  ('UA', 'Украина', 'Ukraine', '+380', '^[0-9]{5}$', 7),
  ('GE', 'Грузия', 'Georgia', '+995', '^[0-9]{4}$', 8),
  ('AZ', 'Азербайджан', 'Azerbaijan', '+994', '^(AZ ?)?[0-9]{4}$', 9),
  ('MD', 'Молдавия', 'Moldova', '+373', '^(MD-?)?[0-9]{4}$', 10),
  ('TJ', 'Таджикистан', 'Tajikistan', '+992', '^[0-9]{6}$', 11),
  ('TM', 'Туркмения', 'Turkmenistan', '+993', '^[0-9]{6}$', 12),
  ('MN', 'Монголия', 'Mongolia', '+976', '^[0-9]{5}$', 13),
  ('DE', 'Германия', 'Germany', '+49', '^[0-9]{5}$', 20),
  ('FR', 'Франция', 'France', '+33', '^[0-9]{5}$', 21),
  ('IT', 'Италия', 'Italy', '+39', '^[0-9]{5}$', 22),
  ('ES', 'Испания', 'Spain', '+34', '^[0-9]{5}$', 23),
  ('NL', 'Нидерланды', 'Netherlands', '+31', '^[0-9]{4} ?[A-Z]{2}$', 24),
  ('AT', 'Австрия', 'Austria', '+43', '^[0-9]{4}$', 25),
  ('PL', 'Польша', 'Poland', '+48', '^[0-9]{2}-?[0-9]{3}$', 26),
  ('CZ', 'Чехия', 'Czechia', '+420', '^[0-9]{3} ?[0-9]{2}$', 27),
  ('LV', 'Латвия', 'Latvia', '+371', '^(LV-)?[0-9]{4}$', 28),
  ('LT', 'Литва', 'Lithuania', '+370', '^(LT-)?[0-9]{5}$', 29),
  ('EE', 'Эстония', 'Estonia', '+372', '^[0-9]{5}$', 30),
  ('FI', 'Финляндия', 'Finland', '+358', '^[0-9]{5}$', 31),
  ('GB', 'Великобритания', 'United Kingdom', '+44', '^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$', 40),
  ('US', 'США', 'United States', '+1', '^[0-9]{5}(-[0-9]{4})?$', 41),
  ('CA', 'Канада', 'Canada', '+1', '^[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]$', 42),
  ('AU', 'Австралия', 'Australia', '+61', '^[0-9]{4}$', 43),
  ('IL', 'Израиль', 'Israel', '+972', '^[0-9]{5}([0-9]{2})?$', 44),
  ('TR', 'Турция', 'Türkiye', '+90', '^[0-9]{5}$', 45);

-- No price of its own: delivery from Japan costs the same whatever the weight (spec §9).
insert into shipping_methods (id, code, name_ru, name_en, weight_max_g, needs_point, position) values
  (2, 'airmail', 'Авиапочта до отделения', 'Airmail to your post office', 2000, false, 1),
  (6, 'cdek', 'СДЭК до пункта выдачи', 'CDEK to a pick-up point', 30000, true, 2),
  (1, 'ems', 'EMS курьером до двери', 'EMS courier to your door', 30000, false, 3),
  (3, 'surface', 'Наземная посылка', 'Surface parcel', 20000, false, 4);

insert into shipping_method_countries (method_id, country, days_min, days_max)
  select 2, code, case when position < 20 then 12 else 10 end, case when position < 20 then 25 else 21 end
  from countries where code not in ('TM', 'TR');
insert into shipping_method_countries (method_id, country, days_min, days_max)
  select 1, code, case when position < 20 then 7 else 5 end, case when position < 20 then 14 else 10 end
  -- EMS to Kazakhstan has been off and on; Turkmenistan and Turkey take no goods from shops abroad.
  from countries where code not in ('KZ', 'TM', 'TR');
insert into shipping_method_countries (method_id, country, days_min, days_max) values
  (6, 'RU', 8, 14), (6, 'KZ', 10, 16), (6, 'BY', 10, 16), (6, 'KG', 12, 18), (6, 'AM', 12, 18);
-- Surface mail to Russia and its neighbours is stopped since January 2022.
insert into shipping_method_countries (method_id, country, days_min, days_max)
  select 3, code, 60, 90 from countries where code in
    ('AM', 'GE', 'AZ', 'MD', 'DE', 'FR', 'IT', 'ES', 'NL', 'AT', 'PL', 'GB', 'US', 'CA', 'AU', 'IL');
update shipping_method_countries set note_ru = 'Пошлину оплачивает получатель, возможны задержки на таможне.',
  note_en = 'Duty is paid by the recipient; customs may take longer.' where country = 'US';
-- A courier of EMS to the far side of the world costs more.
update shipping_method_countries set price_minor = 99000 where method_id = 1 and country in ('US', 'CA', 'AU');

-- Japan Post and the airlines: what air does not carry, the surface post may (domain: dangerous goods in cosmetics).
insert into shipping_refusals (method_id, hazard)
  select method, hazard::hazard_class from
    unnest(array[1, 2, 6]) as method,
    unnest(array['alcohol_24_60', 'alcohol_gt60', 'perfume', 'flammable_liquid', 'aerosol', 'oxidizer', 'insecticide']) as hazard
  union all
  select 3, hazard::hazard_class from
    unnest(array['alcohol_gt60', 'perfume', 'flammable_liquid', 'aerosol', 'oxidizer', 'insecticide', 'lithium_in_device']) as hazard
  union all
  values (2, 'lithium_in_device'::hazard_class), (2, 'oversize'), (6, 'oversize');
-- Devices with a battery go by EMS to listed countries only.
insert into shipping_refusals (method_id, hazard, country)
  select 1, 'lithium_in_device', code from countries
  where code not in ('DE', 'FR', 'IT', 'ES', 'NL', 'AT', 'GB', 'US', 'CA', 'AU', 'IL');

-- Two currencies that only customs counts in.
insert into currencies (code, name_ru, name_en, sign, minor_digits, rounding_digits, position, active) values
  ('GEL', 'Грузинский лари', 'Georgian lari', '₾', 2, 2, 6, false),
  ('GBP', 'Фунт стерлингов', 'Pound sterling', '£', 2, 2, 7, false);
insert into currency_rates (currency, rub_per_unit, valid_from) values
  ('GEL', 34.3, '2024-04-01'), ('GBP', 116.6, '2024-04-01');

-- Eurasian Economic Union: 200 EUR and 31 kg a parcel, above them 15 % of the excess, at least 2 EUR for a kilogram of it.
-- The reform of 2026 (5 % and the national value added tax of the whole) is to be added here once it is in force.
insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, limit_weight_g, duty_percent,
    duty_base, min_per_kg_minor, fee_minor, fee_currency, source, checked_at, confidence)
  select country, date '2022-03-31', date '2024-04-01', 100000, 'EUR', 31000, 15, 'excess', 200, 0, 'RUB',
    'EEC Council decision of 2022-03-17 (aqparat.info, zakon.kz)', date '2026-03-31', 'high'
  from unnest(array['RU', 'KZ', 'BY', 'AM', 'KG']) as country
  union all
  select country, date '2024-04-01', null, 20000, 'EUR', 31000, 15, 'excess', 200,
    -- Russia asks about 250 RUB for a parcel that pays duty.
    case when country = 'RU' then 25000 else 0 end, 'RUB',
    'EEC Council decision of 2023-09-28 (online.zakon.kz, doc 34425476)', date '2026-03-31',
    case when country = 'BY' then 'low' when country in ('AM', 'KG') then 'medium' else 'high' end
  from unnest(array['RU', 'KZ', 'BY', 'AM', 'KG']) as country;

insert into customs_rules (country, valid_from, valid_to, limit_minor, limit_currency, limit_weight_g, duty_percent,
    duty_base, min_per_kg_minor, vat_percent, vat_base, fee_currency, period, source, checked_at, confidence) values
  ('UA', '2024-04-01', null, 15000, 'EUR', null, 10, 'excess', 0, 20, 'excess', 'EUR', 'parcel', 'novapost.com, globalpost.ua (2026 limits)', '2026-03-31', 'high'),
  ('UZ', '2024-04-01', null, 10000, 'USD', null, 30, 'excess', 300, 0, 'excess', 'USD', 'parcel', 'zamin.uz, newsuz.com (postal norm); rate to be checked', '2026-03-31', 'low'),
  ('GE', '2024-04-01', null, 30000, 'GEL', 30000, 0, 'excess', 0, 18, 'whole', 'GEL', 'parcel', 'gpost.ge, myparcel.ge', '2026-03-31', 'medium'),
  ('AZ', '2024-04-01', null, 30000, 'USD', null, 15, 'excess', 0, 18, 'excess', 'USD', 'month', 'metbuat.az; rate to be checked', '2026-03-31', 'low'),
  ('MD', '2024-04-01', null, 15000, 'EUR', null, 0, 'excess', 0, 20, 'excess', 'EUR', 'parcel', 'to be checked with the customs service of Moldova', '2026-03-31', 'low'),
  ('GB', '2024-04-01', null, 0, 'GBP', null, 0, 'whole', 0, 20, 'whole', 'GBP', 'parcel', 'logisticsmanager.com, wrapgrade.jp', '2026-03-31', 'medium'),
  ('US', '2016-03-10', '2025-08-29', 80000, 'USD', null, 0, 'excess', 0, 0, 'excess', 'USD', 'parcel', 'Section 321 de minimis', '2026-03-31', 'high'),
  ('US', '2025-08-29', null, 0, 'USD', null, 15, 'whole', 0, 0, 'whole', 'USD', 'parcel', 'supplychaindive.com, dutyclaims.com (2026-02)', '2026-03-31', 'medium'),
  ('IL', '2024-04-01', null, 7500, 'USD', null, 0, 'excess', 0, 18, 'whole', 'USD', 'parcel', 'unitedxp.co.il', '2026-03-31', 'medium');

-- European Union: no duty on cosmetics to 150 EUR, value added tax from the first euro.
insert into customs_rules (country, valid_from, limit_minor, limit_currency, duty_percent, duty_base, vat_percent,
    vat_base, fee_currency, source, checked_at, confidence)
  select country, date '2021-07-01', 0, 'EUR', 0, 'whole', vat, 'whole', 'EUR',
    'EU VAT on imports since 2021-07-01 (vatupdate.com, hlas.co.uk)', date '2026-03-31', 'medium'
  from (values ('DE', 19), ('FR', 20), ('IT', 22), ('ES', 21), ('NL', 21), ('AT', 20), ('PL', 23), ('CZ', 21), ('LV', 21),
    ('LT', 21), ('EE', 24), ('FI', 25.5)) as rates (country, vat);
