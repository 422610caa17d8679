-- Countries, shipping methods and pickup points: tables of the delivery module (docs/domain/delivery.md).

-- ---------------------------------------------------------------------------------------------------------------------
-- Countries
-- ---------------------------------------------------------------------------------------------------------------------

-- A country that an address may have.
create table countries (
  code             char(2) primary key check (code ~ '^[A-Z]{2}$'),
  name_ru          text    not null,
  name_en          text    not null,
  phone_prefix     text    not null,
  -- Regular expression, and an example that is displayed beside the field.
  postcode_pattern text    not null,
  postcode_example text    not null default '',
  -- What the first-level division is called, and whether the post needs it.
  region_kind      text    not null default 'region' check (region_kind in ('region', 'state', 'province')),
  region_required  boolean not null default false,
  position         integer not null
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger countries_after_change after insert or update or delete or truncate on countries
  for each statement execute function increment_reference_data_version();

-- ---------------------------------------------------------------------------------------------------------------------
-- Shipping methods
-- ---------------------------------------------------------------------------------------------------------------------

-- Why a carrier may refuse goods: the rules of Japan Post and the airlines for dangerous and large goods.
create type hazard_class as enum (
  'none', 'alcohol_le24', 'alcohol_24_60', 'alcohol_gt60', 'perfume', 'flammable_liquid', 'aerosol', 'oxidizer',
  'lithium_in_device', 'insecticide', 'liquid_large', 'oversize');

-- A way of delivery.
create table shipping_methods (
  id                 integer primary key check (id > 0),
  code               text    not null unique,
  name_ru            text    not null,
  name_en            text    not null,
  active             boolean not null default true,
  position           integer not null,
  needs_pickup_point boolean not null default false,
  -- Kopecks. Null: the flat price and the threshold of free delivery of the settings.
  price_minor        bigint  check (price_minor >= 0),
  free_from_minor    bigint  check (free_from_minor >= 0),
  -- The largest parcel: weight; longest side, sum of the three sides, and length plus girth. Null: unlimited.
  weight_max_g       integer not null check (weight_max_g > 0),
  longest_max_mm     integer check (longest_max_mm > 0),
  sides_max_mm       integer check (sides_max_mm > 0),
  girth_max_mm       integer check (girth_max_mm > 0)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger shipping_methods_after_change after insert or update or delete or truncate on shipping_methods
  for each statement execute function increment_reference_data_version();

-- A country that a method delivers to. If the delivery is suspended, the row is inactive and the note says why.
create table shipping_method_countries (
  method_id      integer not null references shipping_methods,
  country        char(2) not null references countries,
  active         boolean not null default true,
  days_min       integer not null check (days_min > 0),
  days_max       integer not null,
  -- Price and limits of this country; null: those of the method.
  price_minor    bigint  check (price_minor >= 0),
  longest_max_mm integer check (longest_max_mm > 0),
  sides_max_mm   integer check (sides_max_mm > 0),
  girth_max_mm   integer check (girth_max_mm > 0),
  note_ru        text    not null default '',
  note_en        text    not null default '',
  primary key (method_id, country),
  constraint shipping_method_countries_days_check check (days_max >= days_min)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger shipping_method_countries_after_change
  after insert or update or delete or truncate on shipping_method_countries
  for each statement execute function increment_reference_data_version();

-- Goods that a method does not carry. A class without a row is carried.
create table shipping_restrictions (
  method_id integer      not null references shipping_methods,
  hazard    hazard_class not null,
  -- '**': every country.
  country   char(2)      not null default '**',
  primary key (method_id, hazard, country)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger shipping_restrictions_after_change after insert or update or delete or truncate on shipping_restrictions
  for each statement execute function increment_reference_data_version();

-- ---------------------------------------------------------------------------------------------------------------------
-- Pickup points
-- ---------------------------------------------------------------------------------------------------------------------

-- A pickup point of a carrier, refreshed daily.
create table pickup_points (
  code         text             primary key,
  method_id    integer          not null references shipping_methods,
  type         text             not null check (type in ('PVZ', 'POSTAMAT', 'COURIER')),
  name         text             not null,
  country      char(2)          not null references countries,
  -- Russian, English (Moscow), and the Russian name in Latin letters (Moskva), as addresses have it.
  city_ru      text             not null,
  city_en      text             not null,
  city_latin   text             not null default '',
  postcode     text             not null,
  address      text             not null,
  work_time    text             not null,
  lat          double precision not null check (lat between -90 and 90),
  lon          double precision not null check (lon between -180 and 180),
  weight_max_g integer          not null check (weight_max_g > 0),
  -- The largest parcels that the point accepts, as a list of [longest, middle, shortest side]: a locker has cells of
  -- several shapes. Null: whatever the method carries.
  boxes_mm     jsonb            check (jsonb_typeof(boxes_mm) = 'array' and boxes_mm <> '[]'),
  refreshed_at timestamptz      not null default now(),
  closed_at    timestamptz
);
create index pickup_points_city on pickup_points (country, city_en) where closed_at is null;
-- Every cart with a parcel looks up the points of its city, in any spelling.
create index pickup_points_city_en on pickup_points (country, lower(city_en)) where closed_at is null;
create index pickup_points_city_ru on pickup_points (country, lower(city_ru)) where closed_at is null;
create index pickup_points_city_latin on pickup_points (country, lower(city_latin)) where closed_at is null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Reference data that a new store starts with. A change of a route is a row that an operator imports, not a migration.
-- ---------------------------------------------------------------------------------------------------------------------

-- Hong Kong has no postcodes; forms that require one are given 999077.
insert into countries (code, position, name_ru, name_en, phone_prefix, postcode_pattern, postcode_example) values
  ('RU', 1,  'Россия',         'Russia',         '+7',   '^[0-9]{6}$',                                             '101000'),
  ('KZ', 2,  'Казахстан',      'Kazakhstan',     '+7',   '^([0-9]{6}|[A-Z][0-9]{2}[A-Z][0-9][A-Z][0-9])$',         '050000'),
  ('BY', 3,  'Беларусь',       'Belarus',        '+375', '^[0-9]{6}$',                                             '220030'),
  ('AM', 4,  'Армения',        'Armenia',        '+374', '^[0-9]{4}$',                                             '0010'),
  ('KG', 5,  'Киргизия',       'Kyrgyzstan',     '+996', '^[0-9]{6}$',                                             '720001'),
  ('UZ', 6,  'Узбекистан',     'Uzbekistan',     '+998', '^[0-9]{6}$',                                             '100000'),
  ('UA', 7,  'Украина',        'Ukraine',        '+380', '^[0-9]{5}$',                                             '01001'),
  ('GE', 8,  'Грузия',         'Georgia',        '+995', '^[0-9]{4}$',                                             '0105'),
  ('AZ', 9,  'Азербайджан',    'Azerbaijan',     '+994', '^(AZ ?)?[0-9]{4}$',                                      'AZ1000'),
  ('MD', 10, 'Молдавия',       'Moldova',        '+373', '^(MD-?)?[0-9]{4}$',                                      'MD-2001'),
  ('TJ', 11, 'Таджикистан',    'Tajikistan',     '+992', '^[0-9]{6}$',                                             '734000'),
  ('TM', 12, 'Туркмения',      'Turkmenistan',   '+993', '^[0-9]{6}$',                                             '744000'),
  ('MN', 13, 'Монголия',       'Mongolia',       '+976', '^[0-9]{5}$',                                             '14200'),
  ('DE', 20, 'Германия',       'Germany',        '+49',  '^[0-9]{5}$',                                             '10115'),
  ('FR', 21, 'Франция',        'France',         '+33',  '^[0-9]{5}$',                                             '75001'),
  ('IT', 22, 'Италия',         'Italy',          '+39',  '^[0-9]{5}$',                                             '00118'),
  ('ES', 23, 'Испания',        'Spain',          '+34',  '^[0-9]{5}$',                                             '28001'),
  ('NL', 24, 'Нидерланды',     'Netherlands',    '+31',  '^[0-9]{4} ?[A-Z]{2}$',                                   '1012 AB'),
  ('AT', 25, 'Австрия',        'Austria',        '+43',  '^[0-9]{4}$',                                             '1010'),
  ('PL', 26, 'Польша',         'Poland',         '+48',  '^[0-9]{2}-?[0-9]{3}$',                                   '00-001'),
  ('CZ', 27, 'Чехия',          'Czechia',        '+420', '^[0-9]{3} ?[0-9]{2}$',                                   '110 00'),
  ('LV', 28, 'Латвия',         'Latvia',         '+371', '^(LV-)?[0-9]{4}$',                                       'LV-1010'),
  ('LT', 29, 'Литва',          'Lithuania',      '+370', '^(LT-)?[0-9]{5}$',                                       'LT-01001'),
  ('EE', 30, 'Эстония',        'Estonia',        '+372', '^[0-9]{5}$',                                             '10111'),
  ('FI', 31, 'Финляндия',      'Finland',        '+358', '^[0-9]{5}$',                                             '00100'),
  ('BE', 32, 'Бельгия',        'Belgium',        '+32',  '^[0-9]{4}$',                                             '1000'),
  ('BG', 32, 'Болгария',       'Bulgaria',       '+359', '^[0-9]{4}$',                                             '1000'),
  ('CY', 32, 'Кипр',           'Cyprus',         '+357', '^[0-9]{4}$',                                             '1010'),
  ('DK', 32, 'Дания',          'Denmark',        '+45',  '^[0-9]{4}$',                                             '1050'),
  ('GR', 32, 'Греция',         'Greece',         '+30',  '^[0-9]{3} ?[0-9]{2}$',                                   '104 31'),
  ('HR', 32, 'Хорватия',       'Croatia',        '+385', '^[0-9]{5}$',                                             '10000'),
  ('HU', 32, 'Венгрия',        'Hungary',        '+36',  '^[0-9]{4}$',                                             '1051'),
  ('IE', 32, 'Ирландия',       'Ireland',        '+353', '^([AC-FHKNPRTV-Y][0-9]{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$', 'D02 AF30'),
  ('LU', 32, 'Люксембург',     'Luxembourg',     '+352', '^(L-)?[0-9]{4}$',                                        'L-1111'),
  ('MT', 32, 'Мальта',         'Malta',          '+356', '^[A-Z]{3} ?[0-9]{4}$',                                   'VLT 1117'),
  ('PT', 32, 'Португалия',     'Portugal',       '+351', '^[0-9]{4}-?[0-9]{3}$',                                   '1000-001'),
  ('RO', 32, 'Румыния',        'Romania',        '+40',  '^[0-9]{6}$',                                             '010011'),
  ('SE', 32, 'Швеция',         'Sweden',         '+46',  '^[0-9]{3} ?[0-9]{2}$',                                   '111 20'),
  ('SI', 32, 'Словения',       'Slovenia',       '+386', '^[0-9]{4}$',                                             '1000'),
  ('SK', 32, 'Словакия',       'Slovakia',       '+421', '^[0-9]{3} ?[0-9]{2}$',                                   '811 01'),
  ('CH', 39, 'Швейцария',      'Switzerland',    '+41',  '^[0-9]{4}$',                                             '8001'),
  ('GB', 40, 'Великобритания', 'United Kingdom', '+44',  '^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$',              'SW1A 1AA'),
  ('US', 41, 'США',            'United States',  '+1',   '^[0-9]{5}(-[0-9]{4})?$',                                 '10001'),
  ('CA', 42, 'Канада',         'Canada',         '+1',   '^[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]$',                     'K1A 0B1'),
  ('AU', 43, 'Австралия',      'Australia',      '+61',  '^[0-9]{4}$',                                             '2000'),
  ('NZ', 43, 'Новая Зеландия', 'New Zealand',    '+64',  '^[0-9]{4}$',                                             '6011'),
  ('IL', 44, 'Израиль',        'Israel',         '+972', '^[0-9]{5}([0-9]{2})?$',                                  '9100000'),
  ('TR', 45, 'Турция',         'Türkiye',        '+90',  '^[0-9]{5}$',                                             '06000'),
  ('HK', 46, 'Гонконг',        'Hong Kong',      '+852', '^999077$',                                               '999077'),
  ('SG', 47, 'Сингапур',       'Singapore',      '+65',  '^[0-9]{6}$',                                             '018956');

update countries set region_kind = 'state', region_required = true where code in ('US', 'AU');
update countries set region_kind = 'province', region_required = true where code = 'CA';

-- Methods have no price of their own: delivery costs the same for every weight. Airmail follows the size rules of the
-- letter post, the other methods those of the parcel post.
insert into shipping_methods (id, code, name_ru, name_en, position, needs_pickup_point, weight_max_g, longest_max_mm,
    sides_max_mm, girth_max_mm) values
  (2, 'airmail', 'Авиапочта до отделения', 'Airmail to your post office', 1, false, 2000,  600,  900,  null),
  (6, 'cdek',    'СДЭК до пункта выдачи',  'CDEK to a pick-up point',     2, true,  30000, 1500, null, 3000),
  (1, 'ems',     'EMS курьером до двери',  'EMS courier to your door',    3, false, 30000, 1500, null, 3000),
  (3, 'surface', 'Наземная посылка',       'Surface parcel',              4, false, 20000, 1500, null, 3000);

insert into shipping_method_countries (method_id, country, days_min, days_max)
  select method_id, country, days_min, days_max
  from (values
    (1, 5,  10, 'DE FR IT ES NL AT PL CZ LV LT EE FI BE BG CY DK GR HR HU IE LU MT PT RO SE SI SK CH GB US CA AU NZ IL HK SG'),
    (1, 7,  14, 'RU BY AM KG UZ UA GE AZ MD TJ MN'),
    (2, 10, 21, 'DE FR IT ES NL AT PL CZ LV LT EE FI BE BG CY DK GR HR HU IE LU MT PT RO SE SI SK CH GB US CA AU NZ IL HK SG'),
    (2, 12, 25, 'RU KZ BY AM KG UZ UA GE AZ MD TJ MN'),
    (3, 60, 90, 'AM GE AZ MD DE FR IT ES NL AT PL GB US CA AU IL'),
    (6, 8,  14, 'RU'),
    (6, 10, 16, 'KZ BY'),
    (6, 12, 18, 'KG AM')) as routes (method_id, days_min, days_max, countries),
    string_to_table(countries, ' ') as country;

-- Suspended routes.
insert into shipping_method_countries (method_id, country, days_min, days_max, active, note_ru, note_en)
  select method_id, country, days_min, days_max, false, note_ru, note_en
  from (values
    (1, 7,  14, 'KZ', 'Почта Японии приостановила EMS в Казахстан.', 'Japan Post has suspended EMS to Kazakhstan.'),
    (1, 7,  25, 'TM TR', 'Страна не принимает посылки с покупками из заграничных магазинов.',
      'The country does not take parcels bought in shops abroad.'),
    (2, 7,  25, 'TM TR', 'Страна не принимает посылки с покупками из заграничных магазинов.',
      'The country does not take parcels bought in shops abroad.'),
    (3, 60, 90, 'RU BY KZ KG TJ UZ', 'Наземная почта из Японии сюда не идёт с января 2022 года.',
      'Surface mail from Japan has been stopped since January 2022.'))
    as routes (method_id, days_min, days_max, countries, note_ru, note_en),
    string_to_table(countries, ' ') as country;

update shipping_method_countries set note_ru = 'Пошлину оплачивает получатель, возможны задержки на таможне.',
  note_en = 'Duty is paid by the recipient; customs may take longer.' where country = 'US';
update shipping_method_countries set price_minor = 99000 where method_id = 1 and country in ('US', 'CA', 'AU');

insert into shipping_restrictions (method_id, hazard)
  select method_id, hazard::hazard_class
  from (values
    (1, 'alcohol_24_60 alcohol_gt60 perfume flammable_liquid aerosol oxidizer insecticide'),
    (2, 'alcohol_24_60 alcohol_gt60 perfume flammable_liquid aerosol oxidizer insecticide lithium_in_device oversize'),
    (3, 'alcohol_gt60 perfume flammable_liquid aerosol oxidizer insecticide lithium_in_device'),
    (6, 'alcohol_24_60 alcohol_gt60 perfume flammable_liquid aerosol oxidizer insecticide oversize'))
    as restrictions (method_id, hazards), string_to_table(hazards, ' ') as hazard;
-- EMS carries devices with a battery to some countries only.
insert into shipping_restrictions (method_id, hazard, country)
  select 1, 'lithium_in_device', code from countries where code not in
    ('DE', 'FR', 'IT', 'ES', 'NL', 'AT', 'BE', 'DK', 'IE', 'LU', 'PT', 'SE', 'CH', 'GB', 'US', 'CA', 'AU', 'NZ', 'IL', 'SG');

-- ---------------------------------------------------------------------------------------------------------------------
-- References of earlier modules to countries
-- ---------------------------------------------------------------------------------------------------------------------

alter table customs_rules add foreign key (country) references countries;
alter table export_limits add foreign key (country) references countries;
