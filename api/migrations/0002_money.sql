create table currencies (
  code            char(3) primary key check (code ~ '^[A-Z]{3}$'),
  name_ru         text not null,
  name_en         text not null,
  sign            text not null,
  -- Minor units of one unit (ISO 4217 exponent) and the decimals a price is rounded to and shown with.
  minor_digits    smallint not null check (minor_digits between 0 and 2),
  rounding_digits smallint not null check (rounding_digits between 0 and 2),
  position        integer not null,
  active          boolean not null default true,
  check (rounding_digits <= minor_digits)
);

-- Append only; the newest row of a currency holds. Roubles for one unit of the currency.
create table currency_rates (
  id           bigint generated always as identity primary key,
  currency     char(3) not null references currencies,
  rub_per_unit numeric(20, 8) not null check (rub_per_unit > 0),
  valid_from   timestamptz not null default now()
);
create index currency_rates_newest on currency_rates (currency, valid_from desc, id desc);

insert into currencies (code, name_ru, name_en, sign, minor_digits, rounding_digits, position) values
  ('RUB', 'Российский рубль', 'Russian rouble', '₽', 2, 0, 1),
  ('USD', 'Доллар США', 'US dollar', '$', 2, 2, 2),
  ('EUR', 'Евро', 'Euro', '€', 2, 2, 3),
  ('KZT', 'Казахстанский тенге', 'Kazakhstani tenge', '₸', 2, 0, 4),
  ('JPY', 'Японская иена', 'Japanese yen', '¥', 0, 0, 5);

insert into currency_rates (currency, rub_per_unit, valid_from) values
  ('RUB', 1, '2024-04-01'), ('USD', 92, '2024-04-01'), ('EUR', 100, '2024-04-01'),
  ('KZT', 0.2, '2024-04-01'), ('JPY', 0.61, '2024-04-01');
