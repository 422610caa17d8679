-- Currencies and exchange rates: tables of the money module.

-- A currency that prices are displayed in (active), or that only customs rules use.
create table currencies (
  code            char(3)  primary key check (code ~ '^[A-Z]{3}$'),
  name_ru         text     not null,
  name_en         text     not null,
  sign            text     not null,
  -- Decimals of the minor unit (ISO 4217 exponent), and decimals that prices are rounded to and displayed with.
  minor_digits    smallint not null check (minor_digits between 0 and 2),
  rounding_digits smallint not null check (rounding_digits between 0 and 2),
  position        integer  not null,
  active          boolean  not null default true,
  constraint currencies_digits_check check (rounding_digits <= minor_digits)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger currencies_after_change after insert or update or delete or truncate on currencies
  for each statement execute function increment_reference_data_version();

-- An exchange rate, append-only: the newest row of a currency is in force.
create table currency_rates (
  id           bigint         generated always as identity primary key,
  currency     char(3)        not null references currencies,
  -- Rubles for one unit of the currency.
  rub_per_unit numeric(20, 8) not null check (rub_per_unit > 0),
  valid_from   timestamptz    not null default now()
);
create index currency_rates_newest on currency_rates (currency, valid_from desc, id desc);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger currency_rates_after_change after insert or update or delete or truncate on currency_rates
  for each statement execute function increment_reference_data_version();

insert into currencies (code, name_ru, name_en, sign, minor_digits, rounding_digits, position) values
  ('RUB', 'Российский рубль',     'Russian rouble',   '₽', 2, 0, 1),
  ('USD', 'Доллар США',           'US dollar',        '$', 2, 2, 2),
  ('EUR', 'Евро',                 'Euro',             '€', 2, 2, 3),
  ('KZT', 'Казахстанский тенге',  'Kazakhstani tenge','₸', 2, 0, 4),
  ('JPY', 'Японская иена',        'Japanese yen',     '¥', 0, 0, 5);

-- Currencies of customs rules only.
insert into currencies (code, name_ru, name_en, sign, minor_digits, rounding_digits, position, active) values
  ('GEL', 'Грузинский лари',      'Georgian lari',      '₾',   2, 2, 6,  false),
  ('GBP', 'Фунт стерлингов',      'Pound sterling',     '£',   2, 2, 7,  false),
  ('CAD', 'Канадский доллар',     'Canadian dollar',    'C$',  2, 2, 30, false),
  ('AUD', 'Австралийский доллар', 'Australian dollar',  'A$',  2, 2, 31, false),
  ('NZD', 'Новозеландский доллар','New Zealand dollar', 'NZ$', 2, 2, 32, false),
  ('CHF', 'Швейцарский франк',    'Swiss franc',        'CHF', 2, 2, 33, false),
  ('HKD', 'Гонконгский доллар',   'Hong Kong dollar',   'HK$', 2, 2, 34, false),
  ('SGD', 'Сингапурский доллар',  'Singapore dollar',   'S$',  2, 2, 35, false);

insert into currency_rates (currency, rub_per_unit, valid_from) values
  ('RUB', 1,     '2024-04-01'), ('USD', 92,   '2024-04-01'), ('EUR', 100,   '2024-04-01'), ('KZT', 0.2,  '2024-04-01'),
  ('JPY', 0.61,  '2024-04-01'), ('GEL', 34.3, '2024-04-01'), ('GBP', 116.6, '2024-04-01'), ('CAD', 68.1, '2024-04-01'),
  ('AUD', 60.2,  '2024-04-01'), ('NZD', 55.2, '2024-04-01'), ('CHF', 102.3, '2024-04-01'), ('HKD', 11.8, '2024-04-01'),
  ('SGD', 68.4,  '2024-04-01');
