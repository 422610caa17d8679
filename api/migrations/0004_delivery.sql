create table countries (
  code             char(2) primary key check (code ~ '^[A-Z]{2}$'),
  name_ru          text not null,
  name_en          text not null,
  phone_prefix     text not null,
  postcode_pattern text not null,
  position         integer not null
);

-- What makes a parcel risky to carry (domain: Japan Post and airline rules).
create type hazard_class as enum (
  'none', 'alcohol_le24', 'alcohol_24_60', 'alcohol_gt60', 'perfume', 'flammable_liquid',
  'aerosol', 'oxidizer', 'lithium_in_device', 'insecticide', 'liquid_large', 'oversize');

create table shipping_methods (
  id               integer primary key check (id > 0),
  code             text not null unique,
  name_ru          text not null,
  name_en          text not null,
  -- Null: the shop's flat price and free threshold from the settings.
  price_minor      bigint check (price_minor >= 0),
  free_from_minor  bigint check (free_from_minor >= 0),
  weight_max_g     integer not null check (weight_max_g > 0),
  needs_point      boolean not null default false,
  active           boolean not null default true,
  position         integer not null
);

create table shipping_method_countries (
  method_id   integer not null references shipping_methods,
  country     char(2) not null references countries,
  days_min    integer not null check (days_min > 0),
  days_max    integer not null,
  price_minor bigint check (price_minor >= 0),
  active      boolean not null default true,
  note_ru     text not null default '',
  note_en     text not null default '',
  primary key (method_id, country),
  check (days_max >= days_min)
);

-- A class not listed for a method may travel by it. country '**' means every country.
create table shipping_refusals (
  method_id integer not null references shipping_methods,
  hazard    hazard_class not null,
  country   char(2) not null default '**',
  primary key (method_id, hazard, country)
);

create table pickup_points (
  code         text primary key,
  method_id    integer not null references shipping_methods,
  type         text not null check (type in ('PVZ', 'POSTAMAT', 'COURIER')),
  country      char(2) not null references countries,
  city_ru      text not null,
  city_en      text not null,
  postcode     text not null,
  name         text not null,
  address      text not null,
  work_time    text not null,
  lat          double precision not null check (lat between -90 and 90),
  lon          double precision not null check (lon between -180 and 180),
  weight_max_g integer not null check (weight_max_g > 0),
  refreshed_at timestamptz not null default now(),
  closed_at    timestamptz
);
create index pickup_points_city on pickup_points (country, city_en) where closed_at is null;

create table customs_rules (
  id               integer generated always as identity primary key,
  country          char(2) not null references countries,
  valid_from       date not null,
  valid_to         date,
  limit_minor      bigint check (limit_minor >= 0),
  limit_currency   char(3) not null references currencies,
  limit_weight_g   integer check (limit_weight_g > 0),
  duty_percent     numeric(5, 2) not null check (duty_percent >= 0),
  duty_base        text not null check (duty_base in ('excess', 'whole')),
  min_per_kg_minor bigint not null default 0 check (min_per_kg_minor >= 0),
  vat_percent      numeric(5, 2) not null default 0 check (vat_percent >= 0),
  vat_base         text not null default 'excess' check (vat_base in ('excess', 'whole')),
  fee_minor        bigint not null default 0 check (fee_minor >= 0),
  fee_currency     char(3) not null references currencies,
  period           text not null default 'parcel' check (period in ('parcel', 'month', 'quarter')),
  source           text not null,
  checked_at       date not null,
  confidence       text not null check (confidence in ('high', 'medium', 'low')),
  check (valid_to is null or valid_to > valid_from),
  unique (country, valid_from)
);
