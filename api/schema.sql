-- The database as api/migrations leave it, for reading: written by `npm run tables`, never by hand.
-- Objects stand in the order in which they were made.
set check_function_bodies = off;


create table reference_data_version (
  is_only boolean default true not null,
  version bigint not null,
  constraint reference_data_version_pkey PRIMARY KEY (is_only),
  constraint reference_data_version_is_only_check CHECK (is_only)
);

CREATE OR REPLACE FUNCTION public.increment_reference_data_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update reference_data_version set version = version + 1;
  return null;
end $function$;

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table setting_changes (
  id bigint generated always as identity not null,
  key text not null,
  old_value jsonb,
  new_value jsonb,
  changed_by text not null,
  changed_at timestamp with time zone default now() not null,
  constraint setting_changes_pkey PRIMARY KEY (id)
);

create unlogged table rate_limits (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket, window_start),
  constraint rate_limits_hits_check CHECK ((hits >= 0))
);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  response jsonb,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (scope, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 100)))
);

create table emails (
  id bigint generated always as identity not null,
  recipient text not null,
  params jsonb not null,
  locale text not null,
  template text not null,
  dedup_key text not null,
  queued_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_dedup_key_key UNIQUE (dedup_key),
  constraint emails_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text])))
);

create table media (
  id bigint generated always as identity not null,
  key text not null,
  mime text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone default now() not null,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_key_key UNIQUE (key),
  constraint media_height_check CHECK ((height > 0)),
  constraint media_key_check CHECK ((key ~ '^[a-z0-9]{12,40}$'::text)),
  constraint media_mime_check CHECK ((mime = ANY (ARRAY['image/svg+xml'::text, 'image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/avif'::text]))),
  constraint media_width_check CHECK ((width > 0))
);

create table media_folders (
  is_only boolean default true not null,
  id uuid not null,
  added_at timestamp with time zone default now() not null,
  constraint media_folders_pkey PRIMARY KEY (is_only),
  constraint media_folders_is_only_check CHECK (is_only)
);

create table brand_files (
  kind text not null,
  mime text not null,
  content bytea not null,
  digest text not null,
  updated_at timestamp with time zone default now() not null,
  constraint brand_files_pkey PRIMARY KEY (kind),
  constraint brand_files_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 262144))),
  constraint brand_files_digest_check CHECK ((digest ~ '^[0-9a-f]{24}$'::text)),
  constraint brand_files_kind_check CHECK ((kind = ANY (ARRAY['logo'::text, 'wordmark'::text, 'emblem'::text, 'favicon'::text, 'apple-touch-icon'::text, 'icon-192'::text, 'icon-512'::text, 'icon-maskable-512'::text]))),
  constraint brand_files_mime_check CHECK ((mime = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text])))
);

create table signing_keys (
  is_only boolean default true not null,
  key bytea not null,
  constraint signing_keys_pkey PRIMARY KEY (is_only),
  constraint signing_keys_is_only_check CHECK (is_only),
  constraint signing_keys_key_check CHECK ((length(key) = 32))
);

create table retired_signing_keys (
  id integer generated always as identity not null,
  key bytea not null,
  retired_at timestamp with time zone not null,
  constraint retired_signing_keys_pkey PRIMARY KEY (id),
  constraint retired_signing_keys_key_check CHECK ((length(key) = 32))
);

create table currencies (
  code character(3) not null,
  name_ru text not null,
  name_en text not null,
  sign text not null,
  minor_digits smallint not null,
  rounding_digits smallint not null,
  "position" integer not null,
  active boolean default true not null,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_code_check CHECK ((code ~ '^[A-Z]{3}$'::text)),
  constraint currencies_digits_check CHECK ((rounding_digits <= minor_digits)),
  constraint currencies_minor_digits_check CHECK (((minor_digits >= 0) AND (minor_digits <= 2))),
  constraint currencies_rounding_digits_check CHECK (((rounding_digits >= 0) AND (rounding_digits <= 2)))
);

create table currency_rates (
  id bigint generated always as identity not null,
  currency character(3) not null,
  rub_per_unit numeric(20,8) not null,
  valid_from timestamp with time zone default now() not null,
  constraint currency_rates_pkey PRIMARY KEY (id),
  constraint currency_rates_rub_per_unit_check CHECK ((rub_per_unit > (0)::numeric))
);

create table redirects (
  from_path text not null,
  to_path text not null,
  constraint redirects_pkey PRIMARY KEY (from_path),
  constraint redirects_from_path_check CHECK (((from_path ~~ '/%'::text) AND (from_path !~ '[?#\s]'::text) AND (from_path !~ '^//'::text))),
  constraint redirects_loop_check CHECK ((from_path <> to_path)),
  constraint redirects_to_path_check CHECK (((to_path ~~ '/%'::text) AND (to_path !~ '[?#\s\\]'::text) AND (to_path !~ '^//'::text)))
);

create table banners (
  id integer generated always as identity not null,
  name text default ('banner-'::text || "left"(md5((random())::text), 12)) not null,
  locale text not null,
  place text not null,
  "position" integer default 0 not null,
  eyebrow text default ''::text not null,
  title text not null,
  text text default ''::text not null,
  action text default ''::text not null,
  href text not null,
  theme_color text not null,
  wide_id bigint not null,
  narrow_id bigint not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint banners_pkey PRIMARY KEY (id),
  constraint banners_name_locale_key UNIQUE (name, locale),
  constraint banners_href_check CHECK ((href ~~ '/%'::text)),
  constraint banners_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint banners_name_check CHECK ((name ~ '^[a-z0-9-]{1,60}$'::text)),
  constraint banners_place_check CHECK ((place = ANY (ARRAY['hero'::text, 'side'::text, 'wide'::text])))
);

create table customers (
  id integer generated always as identity not null,
  email text not null,
  password_hash text,
  name text not null,
  surname text,
  phone text not null,
  gender text,
  birthday date,
  locale text not null,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  checkout_email text,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_checkout_email_check CHECK (((checkout_email = lower(checkout_email)) AND (length(checkout_email) <= 254))),
  constraint customers_checkout_password_check CHECK (((checkout_email IS NULL) OR (password_hash IS NULL))),
  constraint customers_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint customers_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text]))),
  constraint customers_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint customers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint customers_phone_check CHECK (((length(phone) >= 9) AND (length(phone) <= 40))),
  constraint customers_surname_check CHECK (((length(surname) >= 1) AND (length(surname) <= 100)))
);

create table sessions (
  token_hash bytea not null,
  id bigint generated always as identity not null,
  customer_id integer not null,
  remember boolean not null,
  ip text default ''::text not null,
  user_agent text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  reauthenticated_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

create table known_devices (
  customer_id integer not null,
  device text not null,
  network text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (customer_id, device, network)
);

create table second_factors (
  customer_id integer not null,
  encrypted_key bytea not null,
  started_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint second_factors_pkey PRIMARY KEY (customer_id)
);

create table recovery_codes (
  customer_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (customer_id, code_hash),
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

create table password_resets (
  token_hash bytea not null,
  customer_id integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_token_hash_check CHECK ((length(token_hash) = 32))
);

create table email_changes (
  id integer generated always as identity not null,
  customer_id integer not null,
  new_email text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  old_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_customer_id_key UNIQUE (customer_id),
  constraint email_changes_new_email_check CHECK (((new_email = lower(new_email)) AND (length(new_email) <= 254)))
);

create table email_links (
  token_hash bytea not null,
  customer_id integer not null,
  email text not null,
  change_id integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_links_pkey PRIMARY KEY (token_hash),
  constraint email_links_token_hash_check CHECK ((length(token_hash) = 32))
);

create table addresses (
  id integer generated always as identity not null,
  customer_id integer not null,
  alias text not null,
  first_name text not null,
  last_name text not null,
  middle_name text default ''::text not null,
  company text default ''::text not null,
  country character(2) not null,
  state text default ''::text not null,
  postcode text not null,
  city text not null,
  address text not null,
  phone_mobile text not null,
  phone_home text default ''::text not null,
  other text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_address_check CHECK ((address ~ '^[ -~]{1,160}$'::text)),
  constraint addresses_alias_check CHECK (((length(alias) >= 1) AND (length(alias) <= 60))),
  constraint addresses_city_check CHECK ((city ~ '^[ -~]{1,80}$'::text)),
  constraint addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint addresses_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 60))),
  constraint addresses_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 60))),
  constraint addresses_phone_mobile_check CHECK (((length(phone_mobile) >= 9) AND (length(phone_mobile) <= 40))),
  constraint addresses_postcode_check CHECK (((length(postcode) >= 2) AND (length(postcode) <= 12)))
);

create table consents (
  id bigint generated always as identity not null,
  customer_id integer,
  email text,
  purpose text not null,
  version text not null,
  given_at timestamp with time zone default now() not null,
  ip text not null,
  user_agent text default ''::text not null,
  source_form text not null,
  withdrawn_at timestamp with time zone,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_person_check CHECK (((customer_id IS NOT NULL) OR (email IS NOT NULL) OR (purpose = 'analytics'::text))),
  constraint consents_purpose_check CHECK ((purpose = ANY (ARRAY['personal_data'::text, 'newsletter'::text, 'reminders'::text, 'analytics'::text, 'duty_7_14'::text, 'offer'::text])))
);

create table announcements (
  id integer generated always as identity not null,
  title text not null,
  message_html text not null,
  customer_id integer,
  created_at timestamp with time zone default now() not null,
  last_customer_id integer default 0 not null,
  sent_count integer default 0 not null,
  sent_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_sent_count_check CHECK ((sent_count >= 0))
);

create table notifications (
  id bigint generated always as identity not null,
  customer_id integer not null,
  announcement_id integer,
  kind text not null,
  title text not null,
  message_html text not null,
  actions jsonb default '[]'::jsonb not null,
  dedup_key text not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  hidden_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_customer_id_dedup_key_key UNIQUE (customer_id, dedup_key)
);

create table customs_rules (
  id integer generated always as identity not null,
  country character(2) not null,
  valid_from date,
  valid_to date,
  in_force boolean default true not null,
  limit_minor bigint,
  limit_currency character(3) not null,
  limit_weight_g integer,
  period text default 'parcel'::text not null,
  splitting text default 'helps'::text not null,
  duty_percent numeric(5,2) not null,
  duty_base text not null,
  duty_limit_minor bigint,
  min_per_kg_minor bigint default 0 not null,
  per_heading_minor bigint default 0 not null,
  vat_percent numeric(5,2) default 0 not null,
  vat_base text default 'excess'::text not null,
  fee_minor bigint default 0 not null,
  fee_currency character(3) not null,
  note_ru text default ''::text not null,
  note_en text default ''::text not null,
  source text not null,
  checked_at date not null,
  confidence text not null,
  constraint customs_rules_pkey PRIMARY KEY (id),
  constraint customs_rules_country_valid_from_key UNIQUE (country, valid_from),
  constraint customs_rules_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint customs_rules_duty_base_check CHECK ((duty_base = ANY (ARRAY['excess'::text, 'whole'::text]))),
  constraint customs_rules_duty_limit_minor_check CHECK ((duty_limit_minor >= 0)),
  constraint customs_rules_duty_percent_check CHECK ((duty_percent >= (0)::numeric)),
  constraint customs_rules_fee_minor_check CHECK ((fee_minor >= 0)),
  constraint customs_rules_in_force_check CHECK (((NOT in_force) OR (valid_from IS NOT NULL))),
  constraint customs_rules_limit_minor_check CHECK ((limit_minor >= 0)),
  constraint customs_rules_limit_weight_g_check CHECK ((limit_weight_g > 0)),
  constraint customs_rules_min_per_kg_minor_check CHECK ((min_per_kg_minor >= 0)),
  constraint customs_rules_per_heading_minor_check CHECK ((per_heading_minor >= 0)),
  constraint customs_rules_period_check CHECK ((period = ANY (ARRAY['parcel'::text, 'month'::text, 'quarter'::text]))),
  constraint customs_rules_splitting_check CHECK ((splitting = ANY (ARRAY['helps'::text, 'summed'::text, 'useless'::text]))),
  constraint customs_rules_validity_check CHECK (((valid_to IS NULL) OR (valid_to > valid_from))),
  constraint customs_rules_vat_base_check CHECK ((vat_base = ANY (ARRAY['excess'::text, 'whole'::text]))),
  constraint customs_rules_vat_percent_check CHECK ((vat_percent >= (0)::numeric))
);

create table export_limits (
  country character(2) not null,
  valid_from date not null,
  valid_to date,
  hs_prefix text not null,
  limit_minor bigint not null,
  currency character(3) not null,
  source text not null,
  checked_at date not null,
  constraint export_limits_pkey PRIMARY KEY (country, hs_prefix, valid_from),
  constraint export_limits_hs_prefix_check CHECK ((hs_prefix ~ '^[0-9]{2,6}$'::text)),
  constraint export_limits_limit_minor_check CHECK ((limit_minor >= 0)),
  constraint export_limits_validity_check CHECK (((valid_to IS NULL) OR (valid_to > valid_from)))
);

create table countries (
  code character(2) not null,
  name_ru text not null,
  name_en text not null,
  phone_prefix text not null,
  postcode_pattern text not null,
  postcode_example text default ''::text not null,
  region_kind text default 'region'::text not null,
  region_required boolean default false not null,
  "position" integer not null,
  constraint countries_pkey PRIMARY KEY (code),
  constraint countries_code_check CHECK ((code ~ '^[A-Z]{2}$'::text)),
  constraint countries_region_kind_check CHECK ((region_kind = ANY (ARRAY['region'::text, 'state'::text, 'province'::text])))
);

create type hazard_class as enum ('none', 'alcohol_le24', 'alcohol_24_60', 'alcohol_gt60', 'perfume', 'flammable_liquid', 'aerosol', 'oxidizer', 'lithium_in_device', 'insecticide', 'liquid_large', 'oversize');

create table shipping_methods (
  id integer not null,
  code text not null,
  name_ru text not null,
  name_en text not null,
  active boolean default true not null,
  "position" integer not null,
  needs_pickup_point boolean default false not null,
  price_minor bigint,
  free_from_minor bigint,
  weight_max_g integer not null,
  longest_max_mm integer,
  sides_max_mm integer,
  girth_max_mm integer,
  constraint shipping_methods_pkey PRIMARY KEY (id),
  constraint shipping_methods_code_key UNIQUE (code),
  constraint shipping_methods_free_from_minor_check CHECK ((free_from_minor >= 0)),
  constraint shipping_methods_girth_max_mm_check CHECK ((girth_max_mm > 0)),
  constraint shipping_methods_id_check CHECK ((id > 0)),
  constraint shipping_methods_longest_max_mm_check CHECK ((longest_max_mm > 0)),
  constraint shipping_methods_price_minor_check CHECK ((price_minor >= 0)),
  constraint shipping_methods_sides_max_mm_check CHECK ((sides_max_mm > 0)),
  constraint shipping_methods_weight_max_g_check CHECK ((weight_max_g > 0))
);

create table shipping_method_countries (
  method_id integer not null,
  country character(2) not null,
  active boolean default true not null,
  days_min integer not null,
  days_max integer not null,
  price_minor bigint,
  longest_max_mm integer,
  sides_max_mm integer,
  girth_max_mm integer,
  note_ru text default ''::text not null,
  note_en text default ''::text not null,
  recipient_identity text,
  constraint shipping_method_countries_pkey PRIMARY KEY (method_id, country),
  constraint shipping_method_countries_days_check CHECK ((days_max >= days_min)),
  constraint shipping_method_countries_days_min_check CHECK ((days_min > 0)),
  constraint shipping_method_countries_girth_max_mm_check CHECK ((girth_max_mm > 0)),
  constraint shipping_method_countries_longest_max_mm_check CHECK ((longest_max_mm > 0)),
  constraint shipping_method_countries_price_minor_check CHECK ((price_minor >= 0)),
  constraint shipping_method_countries_recipient_identity_check CHECK ((recipient_identity = 'russian_passport'::text)),
  constraint shipping_method_countries_sides_max_mm_check CHECK ((sides_max_mm > 0))
);

create table shipping_restrictions (
  method_id integer not null,
  hazard hazard_class not null,
  country character(2) default '**'::bpchar not null,
  constraint shipping_restrictions_pkey PRIMARY KEY (method_id, hazard, country)
);

create table pickup_points (
  code text not null,
  method_id integer not null,
  type text not null,
  name text not null,
  country character(2) not null,
  city_ru text not null,
  city_en text not null,
  city_latin text default ''::text not null,
  postcode text not null,
  address text not null,
  work_time text not null,
  lat double precision not null,
  lon double precision not null,
  weight_max_g integer not null,
  boxes_mm jsonb,
  refreshed_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  constraint pickup_points_pkey PRIMARY KEY (code),
  constraint pickup_points_boxes_mm_check CHECK (((jsonb_typeof(boxes_mm) = 'array'::text) AND (boxes_mm <> '[]'::jsonb))),
  constraint pickup_points_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint pickup_points_lon_check CHECK (((lon >= ('-180'::integer)::double precision) AND (lon <= (180)::double precision))),
  constraint pickup_points_type_check CHECK ((type = ANY (ARRAY['PVZ'::text, 'POSTAMAT'::text, 'COURIER'::text]))),
  constraint pickup_points_weight_max_g_check CHECK ((weight_max_g > 0))
);

create table categories (
  id integer not null,
  parent_id integer,
  path integer[] not null,
  slug text not null,
  name_ru text not null,
  name_en text not null,
  theme_color text not null,
  image_id bigint,
  "position" integer not null,
  seo jsonb default '{}'::jsonb not null,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_slug_key UNIQUE (slug),
  constraint categories_slug_check CHECK ((slug ~ '^[a-z0-9_-]+$'::text))
);

create table brands (
  id integer generated by default as identity not null,
  slug text not null,
  name text not null,
  name_ru text not null,
  name_ja text default ''::text not null,
  tagline_ru text default ''::text not null,
  tagline_en text default ''::text not null,
  theme_color text not null,
  "position" integer default 0 not null,
  seo jsonb default '{}'::jsonb not null,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_slug_key UNIQUE (slug),
  constraint brands_slug_check CHECK ((slug ~ '^[a-z0-9-]+$'::text))
);

create table series (
  id integer generated by default as identity not null,
  brand_id integer not null,
  name text not null,
  constraint series_pkey PRIMARY KEY (id),
  constraint series_brand_id_name_key UNIQUE (brand_id, name)
);

create table concerns (
  id integer generated by default as identity not null,
  slug text not null,
  name_ru text not null,
  name_en text not null,
  "position" integer default 0 not null,
  constraint concerns_pkey PRIMARY KEY (id),
  constraint concerns_slug_key UNIQUE (slug)
);

create table tags (
  id integer generated by default as identity not null,
  slug text not null,
  name_ru text not null,
  name_en text not null,
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_slug_key UNIQUE (slug)
);

create table products (
  id integer generated by default as identity not null,
  slug text not null,
  reference text not null,
  barcode text,
  status text default 'active'::text not null,
  brand_id integer not null,
  series_id integer,
  category_id integer not null,
  category_path integer[] not null,
  concern_ids integer[] default '{}'::integer[] not null,
  tag_ids integer[] default '{}'::integer[] not null,
  labels text[] default '{}'::text[] not null,
  name_ru text not null,
  name_en text not null,
  description_ru text default ''::text not null,
  description_en text default ''::text not null,
  composition text default ''::text not null,
  characteristics jsonb default '[]'::jsonb not null,
  seo jsonb default '{}'::jsonb not null,
  customs_name_en text not null,
  hs_code text not null,
  hazard hazard_class default 'none'::hazard_class not null,
  weight_g integer not null,
  size_mm integer[],
  net_amount numeric(10,2),
  net_unit text,
  months_opened integer,
  own_qty_limit integer,
  published_at timestamp with time zone not null,
  updated_at timestamp with time zone default now() not null,
  has_options boolean default false not null,
  stock integer default 0 not null,
  price_minor bigint default 0 not null,
  old_price_minor bigint,
  reference_price_minor bigint,
  discount_percent smallint default 0 not null,
  sale_ends_at timestamp with time zone,
  rating_sum integer default 0 not null,
  reviews_count integer default 0 not null,
  rating_counts integer[] default '{0,0,0,0,0}'::integer[] not null,
  units_sold integer default 0 not null,
  updated_xid xid8 default pg_current_xact_id() not null,
  origin_country character(2) default 'JP'::bpchar not null,
  net_weight_g integer,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_barcode_key UNIQUE (barcode),
  constraint products_reference_key UNIQUE (reference),
  constraint products_slug_key UNIQUE (slug),
  constraint products_category_path_check CHECK ((category_path @> ARRAY[category_id])),
  constraint products_discount_percent_check CHECK (((discount_percent >= 0) AND (discount_percent <= 99))),
  constraint products_months_opened_check CHECK ((months_opened > 0)),
  constraint products_name_en_check CHECK (((length(name_en) >= 1) AND (length(name_en) <= 300))),
  constraint products_name_ru_check CHECK (((length(name_ru) >= 1) AND (length(name_ru) <= 300))),
  constraint products_net_weight_g_check CHECK ((net_weight_g > 0)),
  constraint products_old_price_minor_check CHECK ((old_price_minor >= 0)),
  constraint products_origin_country_check CHECK ((origin_country ~ '^[A-Z]{2}$'::text)),
  constraint products_own_qty_limit_check CHECK ((own_qty_limit > 0)),
  constraint products_price_minor_check CHECK ((price_minor >= 0)),
  constraint products_rating_counts_check CHECK (((array_length(rating_counts, 1) = 5) AND (0 <= ALL (rating_counts)))),
  constraint products_rating_sum_check CHECK ((rating_sum >= 0)),
  constraint products_reference_price_minor_check CHECK ((reference_price_minor >= 0)),
  constraint products_reviews_count_check CHECK ((reviews_count >= 0)),
  constraint products_size_mm_check CHECK (((cardinality(size_mm) = 3) AND (array_position(size_mm, NULL::integer) IS NULL) AND (size_mm[1] <= 5000) AND (size_mm[1] >= size_mm[2]) AND (size_mm[2] >= size_mm[3]) AND (size_mm[3] > 0))),
  constraint products_slug_check CHECK ((slug ~ '^[a-z0-9-]+$'::text)),
  constraint products_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'hidden'::text, 'discontinued'::text]))),
  constraint products_stock_check CHECK ((stock >= 0)),
  constraint products_units_sold_check CHECK ((units_sold >= 0)),
  constraint products_weight_g_check CHECK ((weight_g > 0))
);

create table product_variants (
  product_id integer not null,
  option_id integer not null,
  name_ru text default ''::text not null,
  name_en text default ''::text not null,
  swatch text,
  "position" integer default 0 not null,
  stock integer not null,
  price_minor bigint not null,
  old_price_minor bigint,
  sale_ends_at timestamp with time zone,
  sale_started_at timestamp with time zone,
  reference_price_minor bigint,
  weight_g integer,
  net_amount numeric(10,2),
  size_mm integer[],
  withdrawn_at timestamp with time zone,
  constraint product_variants_pkey PRIMARY KEY (product_id, option_id),
  constraint product_variants_net_amount_check CHECK ((net_amount > (0)::numeric)),
  constraint product_variants_old_price_check CHECK ((old_price_minor > price_minor)),
  constraint product_variants_option_id_check CHECK ((option_id >= 0)),
  constraint product_variants_price_minor_check CHECK ((price_minor > 0)),
  constraint product_variants_reference_price_check CHECK ((reference_price_minor > price_minor)),
  constraint product_variants_sale_check CHECK (((reference_price_minor IS NULL) OR (old_price_minor IS NOT NULL))),
  constraint product_variants_size_mm_check CHECK (((cardinality(size_mm) = 3) AND (array_position(size_mm, NULL::integer) IS NULL) AND (size_mm[1] <= 5000) AND (size_mm[1] >= size_mm[2]) AND (size_mm[2] >= size_mm[3]) AND (size_mm[3] > 0))),
  constraint product_variants_stock_check CHECK ((stock >= 0)),
  constraint product_variants_swatch_check CHECK ((swatch ~ '^#[0-9A-F]{6}$'::text)),
  constraint product_variants_weight_g_check CHECK ((weight_g > 0)),
  constraint product_variants_withdrawn_check CHECK (((withdrawn_at IS NULL) OR (option_id > 0)))
);

create table price_history (
  product_id integer not null,
  option_id integer not null,
  price_minor bigint not null,
  valid_from timestamp with time zone default now() not null,
  constraint price_history_pkey PRIMARY KEY (product_id, option_id, valid_from),
  constraint price_history_price_minor_check CHECK ((price_minor > 0))
);

create table product_images (
  product_id integer not null,
  "position" integer not null,
  media_id bigint not null,
  option_id integer,
  constraint product_images_pkey PRIMARY KEY (product_id, "position")
);

create table product_deletions (
  is_only boolean default true not null,
  count bigint not null,
  constraint product_deletions_pkey PRIMARY KEY (is_only),
  constraint product_deletions_is_only_check CHECK (is_only)
);

CREATE OR REPLACE FUNCTION public.price_in_force(price bigint, old_price bigint, ends_at timestamp with time zone, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (ends_at <= moment) THEN COALESCE(old_price, price) ELSE price END;

CREATE OR REPLACE FUNCTION public.lowest_price_before(product integer, option integer, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select min(h.price_minor) from price_history h
  where h.product_id = product and h.option_id = option and h.valid_from < moment
    and h.valid_from >= coalesce((
      select max(f.valid_from) from price_history f
      where f.product_id = product and f.option_id = option and f.valid_from <= moment - interval '30 days'), '-infinity')
$function$;

CREATE OR REPLACE FUNCTION public.calculate_reference_price(price bigint, declared bigint, lowest bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((lowest IS NOT NULL) AND (LEAST(lowest, declared) > price)) THEN LEAST(lowest, declared) ELSE NULL::bigint END;

CREATE OR REPLACE FUNCTION public.set_reference_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if (new.price_minor, new.old_price_minor, new.sale_ends_at) is not distinct from
       (old.price_minor, old.old_price_minor, old.sale_ends_at) then
      return new;
    end if;
    -- The end of a sale restored the regular price, which is not in the price history yet.
    if old.sale_ends_at <= now() and old.old_price_minor is not null then
      insert into price_history (product_id, option_id, price_minor, valid_from)
        values (old.product_id, old.option_id, old.old_price_minor, old.sale_ends_at) on conflict do nothing;
    end if;
  end if;
  if new.old_price_minor is null then
    new.sale_started_at := null;
    new.reference_price_minor := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.sale_started_at := coalesce(new.sale_started_at, now());
  elsif new.price_minor <> old.price_minor or old.old_price_minor is null or coalesce(old.sale_ends_at <= now(), false) then
    new.sale_started_at := now();
  end if;
  new.reference_price_minor := calculate_reference_price(new.price_minor, new.old_price_minor,
    lowest_price_before(new.product_id, new.option_id, new.sale_started_at));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_product_totals(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set
    has_options = v.has_options,
    price_minor = v.price_minor,
    old_price_minor = v.old_price_minor,
    reference_price_minor = v.reference_price_minor,
    sale_ends_at = v.sale_ends_at,
    discount_percent = case when v.reference_price_minor > 0
      then least(99, round((v.reference_price_minor - v.price_minor) * 100.0 / v.reference_price_minor)) else 0 end,
    stock = v.stock,
    updated_at = now()
  from (
    select a.product_id, a.has_options, a.stock, b.price_minor, b.old_price_minor, b.reference_price_minor, b.sale_ends_at
    from (
      select product_id, bool_or(option_id > 0) as has_options,
        coalesce(sum(stock) filter (where withdrawn_at is null), 0) as stock
      from product_variants where product_id = any (ids) group by product_id
    ) a cross join lateral (
      select price_minor, old_price_minor, reference_price_minor, sale_ends_at
      from product_variants f where f.product_id = a.product_id
      order by withdrawn_at is null desc, (stock > 0) desc,
        price_in_force(price_minor, old_price_minor, sale_ends_at, now()), position, option_id limit 1
    ) b
  ) v
  where p.id = v.product_id;
  update products set stock = 0
  where id = any (ids) and stock > 0
    and not exists (select from product_variants v where v.product_id = products.id);
end $function$;

CREATE OR REPLACE FUNCTION public.product_variants_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A variant that was imported with its price history has its current price already.
  insert into price_history (product_id, option_id, price_minor)
    select c.product_id, c.option_id, c.price
    from (select *, price_in_force(price_minor, old_price_minor, sale_ends_at, now()) as price from inserted) c
    where c.price is distinct from (
      select h.price_minor from price_history h
      where h.product_id = c.product_id and h.option_id = c.option_id
      order by h.valid_from desc limit 1)
    on conflict (product_id, option_id, valid_from) do update set price_minor = excluded.price_minor;
  perform refresh_product_totals(array(select distinct product_id from inserted));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_variants_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into price_history (product_id, option_id, price_minor)
    select n.product_id, n.option_id, price_in_force(n.price_minor, n.old_price_minor, n.sale_ends_at, now())
    from updated n join previous o using (product_id, option_id)
    where price_in_force(n.price_minor, n.old_price_minor, n.sale_ends_at, now())
      <> price_in_force(o.price_minor, o.old_price_minor, o.sale_ends_at, now())
    on conflict (product_id, option_id, valid_from) do update set price_minor = excluded.price_minor;
  perform refresh_product_totals(array(select distinct product_id from updated));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_variants_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_product_totals(array(select distinct product_id from deleted));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.set_updated_xid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_xid := pg_current_xact_id();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_product_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update product_deletions set count = count + 1;
  return null;
end $function$;

create table product_alerts (
  customer_id integer not null,
  product_id integer not null,
  option_id integer default 0 not null,
  kind text not null,
  price_minor bigint,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint product_alerts_pkey PRIMARY KEY (customer_id, product_id, option_id, kind),
  constraint product_alerts_due_at_check CHECK (((kind = 'refill'::text) = (due_at IS NOT NULL))),
  constraint product_alerts_kind_check CHECK ((kind = ANY (ARRAY['back_in_stock'::text, 'price_drop'::text, 'refill'::text]))),
  constraint product_alerts_option_id_check CHECK ((option_id >= 0)),
  constraint product_alerts_price_check CHECK (((kind <> 'price_drop'::text) OR (price_minor IS NOT NULL))),
  constraint product_alerts_price_minor_check CHECK ((price_minor > 0))
);

create table excluded_ingredients (
  customer_id integer not null,
  slug text not null,
  added_at timestamp with time zone default now() not null,
  constraint excluded_ingredients_pkey PRIMARY KEY (customer_id, slug),
  constraint excluded_ingredients_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 100)))
);

create table product_ingredients (
  product_id integer not null,
  place integer not null,
  slug text not null,
  name text not null,
  constraint product_ingredients_pkey PRIMARY KEY (product_id, place),
  constraint product_ingredients_place_check CHECK ((place >= 0))
);

create table discontinued_products (
  slug text not null,
  category_id integer not null,
  discontinued_at timestamp with time zone default now() not null,
  constraint discontinued_products_pkey PRIMARY KEY (slug)
);

CREATE OR REPLACE FUNCTION public.add_discontinued_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into discontinued_products (slug, category_id) select slug, category_id from deleted
    on conflict (slug) do update set category_id = excluded.category_id, discontinued_at = excluded.discontinued_at;
  return null;
end $function$;

create table posts (
  id integer generated always as identity not null,
  kind text not null,
  slug text not null,
  locale text not null,
  title text not null,
  lead text default ''::text not null,
  body_html text not null,
  cover_id bigint,
  theme_color text default 'shiro'::text not null,
  draft boolean default false not null,
  unlisted boolean default false not null,
  published_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_kind_slug_locale_key UNIQUE (kind, slug, locale),
  constraint posts_kind_check CHECK ((kind = ANY (ARRAY['blog'::text, 'news'::text]))),
  constraint posts_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text])))
);

create table post_tags (
  post_id integer not null,
  slug text not null,
  name text not null,
  constraint post_tags_pkey PRIMARY KEY (post_id, slug)
);

create table post_products (
  post_id integer not null,
  product_id integer not null,
  "position" integer not null,
  constraint post_products_pkey PRIMARY KEY (post_id, product_id)
);

create table quizzes (
  id integer not null,
  locale text not null,
  title text not null,
  body jsonb not null,
  constraint quizzes_pkey PRIMARY KEY (id, locale),
  constraint quizzes_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text])))
);

create table quiz_results (
  id bigint generated always as identity not null,
  quiz_id integer not null,
  customer_id integer,
  result_code text not null,
  answers jsonb not null,
  taken_at timestamp with time zone default now() not null,
  constraint quiz_results_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.normalize_search_text(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(translate(lower(t), 'ё'::text, 'е'::text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text), '([[:alpha:]])(?=[[:digit:]])|([[:digit:]])(?=[[:alpha:]])'::text, '\1\2 '::text, 'g'::text);

CREATE OR REPLACE FUNCTION public.build_search_vector(normalized text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (strip(to_tsvector('russian'::regconfig, normalized)) || array_to_tsvector(ARRAY(SELECT DISTINCT word.word FROM string_to_table(build_search_vector.normalized, ' '::text) word(word) WHERE ((word.word <> ''::text) AND (length(word.word) <= 200)))));

CREATE OR REPLACE FUNCTION public.search_stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((ts_lexize((CASE WHEN (word ~ '^[a-z]+$'::text) THEN 'english_stem'::text ELSE 'russian_stem'::text END)::regdictionary, word))[1], ''::text);

CREATE OR REPLACE FUNCTION public.normalize_product_code(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(lower(t), '[^[:alnum:]]+'::text, ''::text, 'g'::text);

create table product_terms (
  product_id integer not null,
  names tsvector not null,
  words tsvector not null,
  updated_xid xid8 default pg_current_xact_id() not null,
  constraint product_terms_pkey PRIMARY KEY (product_id)
);

CREATE OR REPLACE FUNCTION public.refresh_product_terms(ids integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into product_terms (product_id, names, words)
  select p.id, name_terms.words, name_terms.words || build_search_vector(normalize_search_text(text.rest))
  from products p
    join brands b on b.id = p.brand_id
    left join series s on s.id = p.series_id
    cross join lateral (select
      build_search_vector(normalize_search_text(concat_ws(' ', p.name_ru, p.name_en, b.name, b.name_ru, b.name_ja, s.name))) as words
      offset 0) name_terms
    cross join lateral (select concat_ws(' ',
      (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
      (select string_agg(concat_ws(' ', n.name_ru, n.name_en), ' ') from concerns n where n.id = any (p.concern_ids)),
      (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)),
      b.tagline_ru, b.tagline_en,
      jsonb_path_query_array(p.characteristics, '$[*].value_ru')::text,
      jsonb_path_query_array(p.characteristics, '$[*].value_en')::text,
      left(regexp_replace(concat_ws(' ', p.description_ru, p.description_en, p.composition), '<[^>]*>', ' ', 'g'), 8000)
    ) as rest offset 0) text
  where p.id = any (ids)
  on conflict (product_id) do update
    set names = excluded.names, words = excluded.words, updated_xid = excluded.updated_xid
$function$;

CREATE OR REPLACE FUNCTION public.refresh_terms_of_inserted_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_product_terms(array(select id from inserted));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_terms_of_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_product_terms(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_terms_of_related_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids integer[];
begin
  execute format('select array_agg(id) from products where %s', tg_argv[0]) using new.id into ids;
  perform refresh_product_terms(ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_search_matches(query tsquery)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
begin
  return exists (select from product_terms t where t.words @@ query);
end $function$;

CREATE OR REPLACE FUNCTION public.search_ids_in_names(query tsquery)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
begin
  return array(select t.product_id from product_terms t where t.names @@ query);
end $function$;

CREATE OR REPLACE FUNCTION public.search_ids(query tsquery)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
begin
  return array(select t.product_id from product_terms t where t.words @@ query);
end $function$;

CREATE OR REPLACE FUNCTION public.search_hits(queries tsquery[], exact tsquery[], min_hits integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    ids := null;
    name_matches := search_ids_in_names(queries[i]);
    if (select count(*) from (
        select from products where id = any (name_matches) and status = 'active' limit min_hits) active) < min_hits then
      ids := search_ids(queries[i]);
      continue when not exists (select from products where id = any (ids) and status = 'active');
    end if;
    return json_build_object('first', i - 1, 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.search_terms_unchanged_since(snapshot pg_snapshot)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE STRICT
 SET enable_seqscan TO 'off'
AS $function$
begin
  return not exists (
    select from product_terms t
    where t.updated_xid >= pg_snapshot_xmin(snapshot) and t.updated_xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(t.updated_xid, snapshot));
end $function$;

create table search_synonyms (
  word text not null,
  synonym text not null,
  constraint search_synonyms_pkey PRIMARY KEY (word, synonym)
);

create table search_vocabulary (
  word text not null,
  stem text not null,
  products integer not null,
  constraint search_vocabulary_pkey PRIMARY KEY (word),
  constraint search_vocabulary_products_check CHECK ((products >= 0))
);

CREATE OR REPLACE FUNCTION public.refresh_search_vocabulary()
 RETURNS void
 LANGUAGE sql
AS $function$
  with counted as (
    select word, ndoc from ts_stat($stat$
      select to_tsvector('simple', normalize_search_text(concat_ws(' ', p.name_ru, p.name_en, b.name, b.name_ru, b.name_ja, s.name,
        (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
        (select string_agg(concat_ws(' ', n.name_ru, n.name_en), ' ') from concerns n where n.id = any (p.concern_ids)),
        (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)))))
      from products p join brands b on b.id = p.brand_id left join series s on s.id = p.series_id
      where p.status = 'active'$stat$)
  ),
  candidates as (
    select word, ndoc from counted
    union all
    -- Words of synonyms and brands are known even if no product has them.
    select distinct unnest(tsvector_to_array(to_tsvector('simple', normalize_search_text(word)))), 0 from search_synonyms
    union all
    select distinct unnest(tsvector_to_array(to_tsvector('simple', normalize_search_text(concat_ws(' ', name, name_ru))))), 0 from brands
  ),
  current_words as (
    select word, search_stem(word) as stem, max(ndoc) as products from candidates
    where word !~ '^[[:digit:]]' and length(word) > 1 and search_stem(word) <> '' group by word
  ),
  deleted as (delete from search_vocabulary where word not in (select word from current_words))
  insert into search_vocabulary (word, stem, products) select word, stem, products from current_words
  on conflict (word) do update set stem = excluded.stem, products = excluded.products
    where (search_vocabulary.stem, search_vocabulary.products) is distinct from (excluded.stem, excluded.products)
$function$;

create table search_queries (
  query text not null,
  locale text not null,
  day date not null,
  search_count integer default 1 not null,
  empty_result_count integer default 0 not null,
  constraint search_queries_pkey PRIMARY KEY (query, locale, day),
  constraint search_queries_empty_result_count_check CHECK ((empty_result_count >= 0)),
  constraint search_queries_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint search_queries_search_count_check CHECK ((search_count > 0))
);

create table gift_cards (
  id integer generated always as identity not null,
  code text not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  voided_minor bigint default 0 not null,
  purchase_order_id integer,
  recipient text default ''::text not null,
  message text default ''::text not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint gift_cards_pkey PRIMARY KEY (id),
  constraint gift_cards_code_key UNIQUE (code),
  constraint gift_cards_amount_minor_check CHECK ((amount_minor > 0)),
  constraint gift_cards_balance_minor_check CHECK (((balance_minor >= 0) AND (balance_minor <= amount_minor))),
  constraint gift_cards_check CHECK (((voided_minor >= 0) AND (voided_minor <= amount_minor))),
  constraint gift_cards_voided_balance_check CHECK (((balance_minor + voided_minor) <= amount_minor))
);

create table gift_card_entries (
  id bigint generated always as identity not null,
  gift_card_id integer not null,
  order_id integer not null,
  delta_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint gift_card_entries_pkey PRIMARY KEY (id)
);

create table order_gift_cards (
  order_id integer not null,
  line smallint not null,
  price_minor bigint not null,
  face_value_minor bigint not null,
  design text not null,
  recipient_name text not null,
  recipient_email text not null,
  sender_name text not null,
  message text not null,
  send_on date,
  key text not null,
  gift_card_id integer,
  sent_at timestamp with time zone,
  constraint order_gift_cards_pkey PRIMARY KEY (order_id, line),
  constraint order_gift_cards_gift_card_id_key UNIQUE (gift_card_id),
  constraint order_gift_cards_key_key UNIQUE (key),
  constraint order_gift_cards_face_value_minor_check CHECK ((face_value_minor > 0)),
  constraint order_gift_cards_key_check CHECK ((key ~ '^[A-Za-z0-9_-]{32,}$'::text)),
  constraint order_gift_cards_line_check CHECK ((line > 0)),
  constraint order_gift_cards_price_minor_check CHECK ((price_minor > 0)),
  constraint order_gift_cards_sent_check CHECK (((sent_at IS NULL) OR (gift_card_id IS NOT NULL)))
);

create table promo_codes (
  id integer generated always as identity not null,
  code text not null,
  active boolean default true not null,
  listed boolean default true not null,
  kind text not null,
  percent smallint,
  amount_minor bigint,
  gift_product_id integer,
  gift_option_id integer default 0 not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  min_sum_minor bigint default 0 not null,
  first_order_only boolean default false not null,
  customer_id integer,
  max_uses integer,
  max_uses_customer integer,
  uses integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint promo_codes_pkey PRIMARY KEY (id),
  constraint promo_codes_code_key UNIQUE (code),
  constraint promo_codes_amount_minor_check CHECK ((amount_minor > 0)),
  constraint promo_codes_code_check CHECK (((code = upper(code)) AND (code ~ '^[A-Z0-9-]{3,40}$'::text))),
  constraint promo_codes_fixed_kind_check CHECK (((kind = 'fixed'::text) = (amount_minor IS NOT NULL))),
  constraint promo_codes_gift_kind_check CHECK (((kind = 'gift'::text) = (gift_product_id IS NOT NULL))),
  constraint promo_codes_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'fixed'::text, 'free_delivery'::text, 'gift'::text]))),
  constraint promo_codes_max_uses_check CHECK ((max_uses > 0)),
  constraint promo_codes_max_uses_customer_check CHECK ((max_uses_customer > 0)),
  constraint promo_codes_min_sum_minor_check CHECK ((min_sum_minor >= 0)),
  constraint promo_codes_percent_check CHECK (((percent >= 1) AND (percent <= 90))),
  constraint promo_codes_percent_kind_check CHECK (((kind = 'percent'::text) = (percent IS NOT NULL))),
  constraint promo_codes_uses_check CHECK ((uses >= 0)),
  constraint promo_codes_uses_limit_check CHECK (((max_uses IS NULL) OR (uses <= max_uses)))
);

create table promo_code_products (
  promo_code_id integer not null,
  product_id integer not null,
  constraint promo_code_products_pkey PRIMARY KEY (promo_code_id, product_id)
);

create table promo_code_categories (
  promo_code_id integer not null,
  category_id integer not null,
  constraint promo_code_categories_pkey PRIMARY KEY (promo_code_id, category_id)
);

create table promo_code_uses (
  order_id integer not null,
  promo_code_id integer not null,
  customer_id integer not null,
  constraint promo_code_uses_pkey PRIMARY KEY (order_id)
);

create table gift_tiers (
  id integer generated always as identity not null,
  threshold_minor bigint not null,
  choose_count integer default 1 not null,
  active boolean default true not null,
  constraint gift_tiers_pkey PRIMARY KEY (id),
  constraint gift_tiers_choose_count_check CHECK ((choose_count > 0)),
  constraint gift_tiers_threshold_minor_check CHECK ((threshold_minor > 0))
);

create table gift_tier_products (
  gift_tier_id integer not null,
  product_id integer not null,
  option_id integer default 0 not null,
  constraint gift_tier_products_pkey PRIMARY KEY (gift_tier_id, product_id)
);

create table loyalty_accounts (
  customer_id integer not null,
  balance integer default 0 not null,
  next_expiry timestamp with time zone,
  constraint loyalty_accounts_pkey PRIMARY KEY (customer_id),
  constraint loyalty_accounts_balance_check CHECK ((balance >= 0))
);

create table loyalty_entries (
  id bigint generated always as identity not null,
  customer_id integer not null,
  delta integer not null,
  kind text not null,
  reason text default ''::text not null,
  order_id integer,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint loyalty_entries_pkey PRIMARY KEY (id),
  constraint loyalty_entries_delta_check CHECK ((delta <> 0))
);

create table wishlist_items (
  customer_id integer not null,
  product_id integer not null,
  added_at timestamp with time zone default now() not null,
  constraint wishlist_items_pkey PRIMARY KEY (customer_id, product_id)
);

create table review_photos (
  review_id integer not null,
  "position" smallint not null,
  media_id bigint not null,
  constraint review_photos_pkey PRIMARY KEY (review_id, "position"),
  constraint review_photos_position_check CHECK ((("position" >= 1) AND ("position" <= 4)))
);

create table review_uploads (
  media_id bigint not null,
  customer_id integer not null,
  uploaded_at timestamp with time zone not null,
  constraint review_uploads_pkey PRIMARY KEY (media_id, customer_id)
);

create table review_votes (
  review_id integer not null,
  customer_id integer not null,
  constraint review_votes_pkey PRIMARY KEY (review_id, customer_id)
);

CREATE OR REPLACE FUNCTION public.refresh_review_totals(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set rating_sum = r.rating_sum, reviews_count = r.reviews_count, rating_counts = r.rating_counts
  from (
    select i.id, coalesce(sum(r.rating), 0) as rating_sum, count(r.id) as reviews_count,
      array[count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
        count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::integer[] as rating_counts
    from unnest(ids) i(id) left join reviews r on r.product_id = i.id and r.status = 'published'
    group by i.id
  ) r
  where p.id = r.id and p.rating_counts <> r.rating_counts;
end $function$;

CREATE OR REPLACE FUNCTION public.reviews_after_insert_or_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids integer[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct product_id from deleted where status = 'published');
  else
    ids := array(select distinct product_id from inserted where status = 'published');
  end if;
  perform refresh_review_totals(ids);
  perform request_review_words(ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reviews_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_review_totals(array(
    select distinct product_id from (
      select n.product_id from updated n join previous o using (id)
        where (n.product_id, n.rating, n.status) is distinct from (o.product_id, o.rating, o.status)
      union all
      select o.product_id from updated n join previous o using (id) where n.product_id <> o.product_id
    ) changed));
  perform request_review_words(array(
    select distinct unnest(array[o.product_id, n.product_id]) from updated n join previous o using (id)
    where (n.product_id, n.status, n.locale, n.text) is distinct from (o.product_id, o.status, o.locale, o.text)
      and 'published' in (n.status, o.status)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_vote_counts(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from reviews where id = any (ids) order by id for no key update;
  update reviews r set helpful_count = v.votes
  from (
    select i.id, count(v.customer_id) as votes
    from unnest(ids) i(id) left join review_votes v on v.review_id = i.id group by i.id
  ) v
  where r.id = v.id and r.helpful_count <> v.votes;
end $function$;

CREATE OR REPLACE FUNCTION public.review_votes_after_insert_or_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform refresh_vote_counts(array(select distinct review_id from deleted));
  else
    perform refresh_vote_counts(array(select distinct review_id from inserted));
  end if;
  return null;
end $function$;

create table questions (
  id integer generated always as identity not null,
  product_id integer not null,
  customer_id integer not null,
  author_name text not null,
  locale text not null,
  text text not null,
  is_public boolean not null,
  notify boolean default true not null,
  answer text default ''::text not null,
  answered_at timestamp with time zone,
  status text default 'pending'::text not null,
  reject_reason text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  published_at timestamp with time zone,
  constraint questions_pkey PRIMARY KEY (id),
  constraint questions_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint questions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'published'::text, 'rejected'::text]))),
  constraint questions_text_check CHECK (((length(text) >= 10) AND (length(text) <= 1000)))
);

CREATE OR REPLACE FUNCTION public.build_question_vector(t text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('russian'::regconfig, normalize_search_text(t));

create table orders (
  id integer not null,
  customer_id integer not null,
  status text not null,
  locale text not null,
  comment text default ''::text not null,
  currency character(3) not null,
  rub_per_unit numeric(20,8) not null,
  products_minor bigint not null,
  discount_minor bigint default 0 not null,
  loyalty_minor bigint default 0 not null,
  gift_card_minor bigint default 0 not null,
  delivery_minor bigint not null,
  purchased_gift_cards_minor bigint default 0 not null,
  total_minor bigint not null,
  products_rub_minor bigint not null,
  promo_code text,
  payment_method text not null,
  address jsonb,
  shipping_method_id integer,
  shipping_name text not null,
  pickup_point jsonb,
  weight_g integer not null,
  tracking_number text,
  customs_tax_minor bigint default 0 not null,
  customs_rule_id integer,
  customs_declared boolean default false not null,
  duty_confirmed jsonb,
  is_stock_reserved boolean default true not null,
  placed_at timestamp with time zone default now() not null,
  pay_until timestamp with time zone not null,
  paid_at timestamp with time zone,
  delivered_at timestamp with time zone,
  shipped_at timestamp with time zone,
  replaces_order_id integer,
  source text default 'storefront'::text not null,
  created_by integer,
  terms_accepted jsonb,
  promised_from date,
  promised_until date,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_comment_check CHECK ((length(comment) <= 1000)),
  constraint orders_created_by_check CHECK (((created_by IS NULL) OR (source <> 'storefront'::text))),
  constraint orders_customs_declared_check CHECK (((NOT customs_declared) OR (duty_confirmed IS NOT NULL) OR ((source = 'manual'::text) AND (paid_at IS NULL)))),
  constraint orders_customs_tax_minor_check CHECK ((customs_tax_minor >= 0)),
  constraint orders_delivery_minor_check CHECK ((delivery_minor >= 0)),
  constraint orders_discount_minor_check CHECK ((discount_minor >= 0)),
  constraint orders_gift_card_minor_check CHECK ((gift_card_minor >= 0)),
  constraint orders_id_check CHECK (((id >= 100000000) AND (id <= 999999999))),
  constraint orders_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint orders_loyalty_minor_check CHECK ((loyalty_minor >= 0)),
  constraint orders_parcel_check CHECK ((((products_minor > 0) = (address IS NOT NULL)) AND ((products_minor > 0) = (shipping_method_id IS NOT NULL)))),
  constraint orders_products_minor_check CHECK (((products_minor >= 0) AND ((products_minor + purchased_gift_cards_minor) > 0))),
  constraint orders_products_rub_minor_check CHECK ((products_rub_minor >= 0)),
  constraint orders_promised_days_check CHECK ((((promised_from IS NULL) = (promised_until IS NULL)) AND (promised_from <= promised_until))),
  constraint orders_purchased_gift_cards_check CHECK ((total_minor >= purchased_gift_cards_minor)),
  constraint orders_purchased_gift_cards_minor_check CHECK ((purchased_gift_cards_minor >= 0)),
  constraint orders_rub_per_unit_check CHECK ((rub_per_unit > (0)::numeric)),
  constraint orders_source_check CHECK ((source = ANY (ARRAY['storefront'::text, 'manual'::text, 'replacement'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'paid'::text, 'packing'::text, 'shipped'::text, 'delivered'::text, 'returned'::text, 'cancelled'::text, 'refunded'::text]))),
  constraint orders_terms_accepted_check CHECK (((terms_accepted IS NULL) OR (source = 'manual'::text))),
  constraint orders_total_check CHECK ((total_minor = (((((products_minor - discount_minor) - loyalty_minor) - gift_card_minor) + delivery_minor) + purchased_gift_cards_minor))),
  constraint orders_total_minor_check CHECK ((total_minor >= 0)),
  constraint orders_weight_g_check CHECK ((weight_g >= 0))
);

create table order_lines (
  order_id integer not null,
  line smallint not null,
  product_id integer not null,
  option_id integer not null,
  reference text not null,
  name text not null,
  option_name text default ''::text not null,
  qty integer not null,
  price_minor bigint not null,
  total_minor bigint not null,
  discount_minor bigint default 0 not null,
  is_gift boolean default false not null,
  weight_g integer not null,
  restocked_qty integer default 0 not null,
  added_by_edit bigint,
  removed_by_edit bigint,
  constraint order_lines_pkey PRIMARY KEY (order_id, line),
  constraint order_lines_discount_check CHECK (((discount_minor >= 0) AND (discount_minor <= total_minor))),
  constraint order_lines_line_check CHECK ((line > 0)),
  constraint order_lines_price_minor_check CHECK ((price_minor >= 0)),
  constraint order_lines_qty_check CHECK ((qty > 0)),
  constraint order_lines_restocked_qty_check CHECK (((restocked_qty >= 0) AND (restocked_qty <= qty))),
  constraint order_lines_total_check CHECK ((total_minor = (price_minor * qty)))
);

create table order_history (
  id bigint generated always as identity not null,
  order_id integer not null,
  status text not null,
  cause text,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  actor_kind text,
  actor_label text,
  constraint order_history_pkey PRIMARY KEY (id),
  constraint order_history_actor_check CHECK (((actor_kind IS NULL) = (actor_label IS NULL))),
  constraint order_history_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'token'::text, 'command'::text, 'job'::text]))),
  constraint order_history_cause_check CHECK ((cause = ANY (ARRAY['customer'::text, 'shop'::text, 'expired'::text])))
);

create table payments (
  id text not null,
  order_id integer not null,
  provider text not null,
  method text not null,
  amount_minor bigint not null,
  currency character(3) not null,
  status text default 'awaiting'::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  purpose text default 'order'::text not null,
  duty_minor bigint,
  duty_confirmed jsonb,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_amount_minor_check CHECK (((amount_minor > 0) OR ((amount_minor = 0) AND (status = 'success'::text)))),
  constraint payments_duty_confirmed_check CHECK (((duty_confirmed IS NULL) OR (duty_minor IS NOT NULL))),
  constraint payments_duty_minor_check CHECK ((duty_minor >= 0)),
  constraint payments_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{22,}$'::text)),
  constraint payments_paid_at_check CHECK (((status = 'success'::text) = (paid_at IS NOT NULL))),
  constraint payments_purpose_check CHECK ((purpose = ANY (ARRAY['order'::text, 'order_edit'::text]))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['awaiting'::text, 'success'::text, 'error'::text, 'cancelled'::text])))
);

create table payment_attempts (
  id text not null,
  payment_id text not null,
  provider_ref text,
  status text default 'pending'::text not null,
  action_url text,
  decline_reason text,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_provider_ref_key UNIQUE (provider_ref),
  constraint payment_attempts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'challenge'::text, 'succeeded'::text, 'failed'::text])))
);

create table refunds (
  id text not null,
  payment_id text not null,
  attempt_id text,
  amount_minor bigint not null,
  status text default 'pending'::text not null,
  reason text not null,
  restock boolean default false not null,
  provider_ref text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  delivery_minor bigint default 0 not null,
  comment text default ''::text not null,
  created_by integer,
  created_by_label text,
  retry_of text,
  value_minor bigint default 0 not null,
  paid_outside_note text,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_ref_key UNIQUE (provider_ref),
  constraint refunds_retry_of_key UNIQUE (retry_of),
  constraint refunds_check CHECK ((retry_of <> id)),
  constraint refunds_comment_check CHECK ((length(comment) <= 500)),
  constraint refunds_delivery_minor_check CHECK ((delivery_minor >= 0)),
  constraint refunds_money_check CHECK (
CASE
    WHEN (attempt_id IS NULL) THEN ((amount_minor = 0) AND (value_minor > 0) AND (status = 'succeeded'::text))
    ELSE ((amount_minor > 0) AND (value_minor = 0))
END),
  constraint refunds_paid_outside_check CHECK (((paid_outside_note IS NULL) OR ((length(paid_outside_note) >= 1) AND (length(paid_outside_note) <= 500) AND (retry_of IS NOT NULL) AND (attempt_id IS NOT NULL) AND (provider_ref IS NULL) AND (status = 'succeeded'::text)))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

create table webhook_events (
  provider text not null,
  event_id text not null,
  payload jsonb not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  outcome text,
  constraint webhook_events_pkey PRIMARY KEY (provider, event_id)
);

create table payment_corrections (
  id bigint generated always as identity not null,
  finding text not null,
  action text not null,
  order_id integer,
  payment_id text,
  created_at timestamp with time zone not null,
  constraint payment_corrections_pkey PRIMARY KEY (id)
);

create table carts (
  customer_id integer not null,
  address_id integer,
  shipping_method_id integer,
  pickup_point text,
  pickup_area text,
  payment_method text,
  promo_code text,
  gift_card_id integer,
  use_loyalty_points boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  reminded_at timestamp with time zone,
  constraint carts_pkey PRIMARY KEY (customer_id)
);

create table cart_lines (
  customer_id integer not null,
  product_id integer not null,
  option_id integer not null,
  qty integer not null,
  added_at timestamp with time zone default clock_timestamp() not null,
  seen_qty integer,
  seen_price_minor bigint,
  seen_on_sale boolean,
  seen_available boolean,
  constraint cart_lines_pkey PRIMARY KEY (customer_id, product_id, option_id),
  constraint cart_lines_option_id_check CHECK ((option_id >= 0)),
  constraint cart_lines_qty_check CHECK ((qty > 0)),
  constraint cart_lines_seen_price_minor_check CHECK ((seen_price_minor >= 0)),
  constraint cart_lines_seen_qty_check CHECK ((seen_qty > 0))
);

create table cart_saved_items (
  customer_id integer not null,
  product_id integer not null,
  option_id integer not null,
  qty integer not null,
  constraint cart_saved_items_pkey PRIMARY KEY (customer_id, product_id, option_id),
  constraint cart_saved_items_option_id_check CHECK ((option_id >= 0)),
  constraint cart_saved_items_qty_check CHECK ((qty > 0))
);

create table cart_gifts (
  customer_id integer not null,
  product_id integer not null,
  constraint cart_gifts_pkey PRIMARY KEY (customer_id, product_id)
);

create table cart_gift_cards (
  id integer generated always as identity not null,
  customer_id integer not null,
  face_value_minor bigint not null,
  design text not null,
  recipient_name text not null,
  recipient_email text not null,
  sender_name text default ''::text not null,
  message text default ''::text not null,
  send_on date,
  constraint cart_gift_cards_pkey PRIMARY KEY (id),
  constraint cart_gift_cards_face_value_minor_check CHECK ((face_value_minor > 0))
);

create table pages (
  slug text not null,
  locale text not null,
  title text not null,
  description text default ''::text not null,
  body text not null,
  version text default '1'::text not null,
  updated_at timestamp with time zone default now() not null,
  constraint pages_pkey PRIMARY KEY (slug, locale),
  constraint pages_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text])))
);

create table page_versions (
  slug text not null,
  locale text not null,
  version text not null,
  title text not null,
  description text not null,
  body text not null,
  valid_from timestamp with time zone not null,
  constraint page_versions_pkey PRIMARY KEY (slug, locale, version)
);

create table roles (
  id integer generated always as identity not null,
  key text not null,
  name_ru text not null,
  name_en text not null,
  permissions text[] default '{}'::text[] not null,
  version integer default 1 not null,
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_key_key UNIQUE (key),
  constraint roles_check CHECK (((key <> 'owner'::text) OR (permissions = '{}'::text[]))),
  constraint roles_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{1,39}$'::text)),
  constraint roles_name_en_check CHECK (((length(name_en) >= 1) AND (length(name_en) <= 60))),
  constraint roles_name_ru_check CHECK (((length(name_ru) >= 1) AND (length(name_ru) <= 60))),
  constraint roles_permissions_check CHECK ((permissions <@ ARRAY['orders:read'::text, 'orders:edit'::text, 'orders:cancel'::text, 'orders:fulfill'::text, 'returns:write'::text, 'refunds:create'::text, 'payments:read'::text, 'products:read'::text, 'products:write'::text, 'content:write'::text, 'prices:write'::text, 'inventory:write'::text, 'reviews:moderate'::text, 'promotions:write'::text, 'credits:write'::text, 'shipping:write'::text, 'customs:write'::text, 'settings:write'::text, 'customers:read'::text, 'customers:contacts'::text, 'customers:write'::text, 'customers:erase'::text, 'reports:read'::text, 'audit:read'::text, 'exports:personal'::text, 'staff:manage'::text, 'integrations:manage'::text, 'system:manage'::text]))
);

create table staff (
  id integer generated always as identity not null,
  email text not null,
  name text not null,
  locale text not null,
  password_hash text,
  role_id integer not null,
  status text default 'invited'::text not null,
  totp_key_encrypted bytea,
  totp_last_step bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  disabled_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_check CHECK (((status <> 'active'::text) OR ((password_hash IS NOT NULL) AND (totp_key_encrypted IS NOT NULL)))),
  constraint staff_check1 CHECK (((status = 'disabled'::text) = (disabled_at IS NOT NULL))),
  constraint staff_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint staff_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint staff_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint staff_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text])))
);

create table staff_sessions (
  token_hash bytea not null,
  id bigint generated always as identity not null,
  staff_id integer not null,
  level text not null,
  step_up_until timestamp with time zone,
  new_totp_key_encrypted bytea,
  ip text default ''::text not null,
  device text default ''::text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  is_demo boolean default false not null,
  constraint staff_sessions_pkey PRIMARY KEY (token_hash),
  constraint staff_sessions_id_key UNIQUE (id),
  constraint staff_sessions_check CHECK ((expires_at <= (created_at + '12:00:00'::interval))),
  constraint staff_sessions_check1 CHECK (((level = 'full'::text) OR (step_up_until IS NULL))),
  constraint staff_sessions_level_check CHECK ((level = ANY (ARRAY['password'::text, 'full'::text]))),
  constraint staff_sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

create table staff_known_devices (
  staff_id integer not null,
  device text not null,
  network text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint staff_known_devices_pkey PRIMARY KEY (staff_id, device, network)
);

create table staff_invitations (
  token_hash bytea not null,
  email text not null,
  role_id integer not null,
  invited_by integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint staff_invitations_pkey PRIMARY KEY (token_hash),
  constraint staff_invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint staff_invitations_token_hash_check CHECK ((length(token_hash) = 32))
);

create table staff_recovery_codes (
  staff_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

create table staff_demo_links (
  token_hash bytea not null,
  staff_id integer not null,
  expires_at timestamp with time zone not null,
  constraint staff_demo_links_pkey PRIMARY KEY (token_hash),
  constraint staff_demo_links_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE OR REPLACE FUNCTION public.keep_active_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare owner_role integer;
begin
  select id into owner_role from roles where key = 'owner' for update;
  if old.role_id = owner_role and not exists (select from staff where role_id = owner_role and status = 'active') then
    raise exception 'the last active owner cannot be removed' using errcode = 'check_violation', constraint = 'staff_active_owner';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reject_change_of_append_only_table()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

create table audit_entries (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id bigint,
  actor_label text not null,
  session_id text,
  ip text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  changes jsonb not null,
  reason text not null,
  request_id text,
  task_id bigint,
  approval_id bigint,
  undo_of bigint,
  constraint audit_entries_pkey PRIMARY KEY (id, at),
  constraint audit_entries_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'token'::text, 'command'::text, 'job'::text]))),
  constraint audit_entries_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text))
) partition by RANGE (at);

CREATE OR REPLACE FUNCTION public.create_audit_partitions(first_day date, last_day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month     timestamp;
  partition text;
begin
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, '1 month') loop
    partition := to_char(month, '"audit_entries_"YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like audit_entries including constraints)', partition);
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function reject_change_of_append_only_table()', partition || '_before_change', partition);
    execute format('alter table audit_entries attach partition %I for values from (%L) to (%L)', partition,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $function$;

create table audit_seals (
  id bigint generated always as identity not null,
  last_entry_id bigint not null,
  entries bigint not null,
  first_entry_at timestamp with time zone not null,
  entries_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint audit_seals_pkey PRIMARY KEY (id),
  constraint audit_seals_hash_key UNIQUE (hash),
  constraint audit_seals_last_entry_id_key UNIQUE (last_entry_id),
  constraint audit_seals_previous_hash_key UNIQUE (previous_hash),
  constraint audit_seals_entries_check CHECK ((entries > 0)),
  constraint audit_seals_entries_hash_check CHECK ((length(entries_hash) = 32)),
  constraint audit_seals_hash_check CHECK ((length(hash) = 32)),
  constraint audit_seals_previous_hash_check CHECK ((length(previous_hash) = 32))
);

create table audit_verifications (
  id bigint generated always as identity not null,
  verified_at timestamp with time zone not null,
  seals bigint not null,
  problems jsonb not null,
  constraint audit_verifications_pkey PRIMARY KEY (id)
);

create table undo_records (
  audit_entry_id bigint not null,
  action text not null,
  input_encrypted bytea not null,
  valid_until timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint undo_records_pkey PRIMARY KEY (audit_entry_id)
);

create table order_notes (
  id bigint generated always as identity not null,
  order_id integer not null,
  author_id integer,
  author_label text not null,
  text text not null,
  is_visible_to_customer boolean default false not null,
  mentions integer[] default '{}'::integer[] not null,
  created_at timestamp with time zone not null,
  is_from_customer boolean default false not null,
  answered_at timestamp with time zone,
  answer_id bigint,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_answer_check CHECK (((is_from_customer OR (answered_at IS NULL)) AND ((answered_at IS NOT NULL) OR (answer_id IS NULL)))),
  constraint order_notes_customer_check CHECK (((NOT is_from_customer) OR (is_visible_to_customer AND (author_id IS NULL) AND (mentions = '{}'::integer[])))),
  constraint order_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

create table order_assignments (
  order_id integer not null,
  staff_id integer not null,
  assigned_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint order_assignments_pkey PRIMARY KEY (order_id),
  constraint order_assignments_check CHECK ((expires_at > assigned_at))
);

create table declaration_limits (
  kind text not null,
  valid_from date not null,
  valid_to date,
  limit_minor bigint not null,
  currency character(3) not null,
  limit_weight_g integer,
  source text not null,
  checked_at date not null,
  constraint declaration_limits_pkey PRIMARY KEY (kind, valid_from),
  constraint declaration_limits_kind_check CHECK ((kind = ANY (ARRAY['cn22'::text, 'export_declaration'::text]))),
  constraint declaration_limits_limit_minor_check CHECK ((limit_minor > 0)),
  constraint declaration_limits_limit_weight_g_check CHECK ((limit_weight_g > 0)),
  constraint declaration_limits_validity_check CHECK (((valid_to IS NULL) OR (valid_to > valid_from)))
);

create table customs_checks (
  order_id integer not null,
  status text not null,
  problems jsonb default '[]'::jsonb not null,
  form text not null,
  needs_export_declaration boolean not null,
  checked_at timestamp with time zone not null,
  constraint customs_checks_pkey PRIMARY KEY (order_id),
  constraint customs_checks_complete_check CHECK (((status = 'complete'::text) = (problems = '[]'::jsonb))),
  constraint customs_checks_form_check CHECK ((form = ANY (ARRAY['CN22'::text, 'CN23'::text]))),
  constraint customs_checks_problems_check CHECK ((jsonb_typeof(problems) = 'array'::text)),
  constraint customs_checks_status_check CHECK ((status = ANY (ARRAY['complete'::text, 'missing'::text, 'blocked'::text])))
);

create table refund_lines (
  refund_id text not null,
  order_id integer not null,
  line smallint not null,
  quantity integer not null,
  amount_minor bigint not null,
  constraint refund_lines_pkey PRIMARY KEY (refund_id, line),
  constraint refund_lines_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint refund_lines_quantity_check CHECK ((quantity >= 0))
);

create table approvals (
  id bigint generated always as identity not null,
  action text not null,
  params jsonb not null,
  input jsonb not null,
  subject_kind text not null,
  subject_id text not null,
  amount_minor bigint not null,
  currency character(3) not null,
  requested_by integer not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status text default 'pending'::text not null,
  decided_by integer,
  decided_at timestamp with time zone,
  reason text default ''::text not null,
  changes jsonb default '[]'::jsonb not null,
  decision_reason text default ''::text not null,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint approvals_decision_check CHECK (((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint approvals_decision_reason_check CHECK ((length(decision_reason) <= 500)),
  constraint approvals_end_check CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  constraint approvals_expiry_check CHECK ((expires_at > requested_at)),
  constraint approvals_input_check CHECK (((status = 'pending'::text) OR (input = '{}'::jsonb))),
  constraint approvals_reason_check CHECK ((length(reason) <= 2000)),
  constraint approvals_second_person_check CHECK ((decided_by <> requested_by)),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'canceled'::text])))
);

create table returns (
  id bigint generated always as identity not null,
  order_id integer not null,
  kind text not null,
  status text not null,
  reason text not null,
  comment text default ''::text not null,
  instructions text default ''::text not null,
  decision_reason text default ''::text not null,
  outcome text,
  replacement_order_id integer,
  requested_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  received_at timestamp with time zone,
  closed_at timestamp with time zone,
  requested_outcome text,
  constraint returns_pkey PRIMARY KEY (id),
  constraint returns_id_order_id_key UNIQUE (id, order_id),
  constraint returns_replacement_order_id_key UNIQUE (replacement_order_id),
  constraint returns_approved_check CHECK (((status <> ALL (ARRAY['approved'::text, 'received'::text, 'resolved'::text])) OR (approved_at IS NOT NULL))),
  constraint returns_claim_check CHECK (((kind <> 'claim'::text) OR (received_at IS NULL))),
  constraint returns_closed_check CHECK (((status = ANY (ARRAY['resolved'::text, 'rejected'::text])) = (closed_at IS NOT NULL))),
  constraint returns_comment_check CHECK ((length(comment) <= 1000)),
  constraint returns_decision_reason_check CHECK ((length(decision_reason) <= 500)),
  constraint returns_instructions_check CHECK ((length(instructions) <= 1000)),
  constraint returns_kind_check CHECK ((kind = ANY (ARRAY['return'::text, 'exchange'::text, 'claim'::text]))),
  constraint returns_outcome_check CHECK ((outcome = ANY (ARRAY['refund'::text, 'replacement'::text, 'none'::text]))),
  constraint returns_reason_check CHECK ((reason = ANY (ARRAY['changed_mind'::text, 'not_suitable'::text, 'not_delivered'::text, 'damaged'::text, 'wrong_item'::text, 'missing_item'::text, 'lost'::text]))),
  constraint returns_reason_of_kind_check CHECK (
CASE kind
    WHEN 'claim'::text THEN (reason = ANY (ARRAY['damaged'::text, 'wrong_item'::text, 'missing_item'::text, 'lost'::text]))
    ELSE (reason = ANY (ARRAY['changed_mind'::text, 'not_suitable'::text, 'not_delivered'::text, 'damaged'::text, 'wrong_item'::text]))
END),
  constraint returns_received_check CHECK ((((status <> 'received'::text) OR (received_at IS NOT NULL)) AND ((status <> 'resolved'::text) OR (kind = 'claim'::text) OR (received_at IS NOT NULL)))),
  constraint returns_replacement_check CHECK (((NOT (outcome IS DISTINCT FROM 'replacement'::text)) = (replacement_order_id IS NOT NULL))),
  constraint returns_requested_outcome_check CHECK ((requested_outcome = ANY (ARRAY['refund'::text, 'replacement'::text]))),
  constraint returns_resolved_check CHECK (((status = 'resolved'::text) = (outcome IS NOT NULL))),
  constraint returns_stated_reason_check CHECK (((decision_reason <> ''::text) OR ((status <> 'rejected'::text) AND (outcome IS DISTINCT FROM 'none'::text)))),
  constraint returns_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'received'::text, 'resolved'::text, 'rejected'::text])))
);

create table return_lines (
  return_id bigint not null,
  order_id integer not null,
  order_line smallint not null,
  quantity integer not null,
  replacement_option_id integer,
  received_quantity integer,
  condition text,
  restocked_quantity integer,
  constraint return_lines_pkey PRIMARY KEY (return_id, order_line),
  constraint return_lines_check CHECK (((received_quantity >= 0) AND (received_quantity <= quantity))),
  constraint return_lines_condition_check CHECK ((condition = ANY (ARRAY['unopened'::text, 'opened'::text, 'damaged'::text]))),
  constraint return_lines_inspected_check CHECK ((((received_quantity IS NULL) = (condition IS NULL)) AND ((received_quantity IS NULL) = (restocked_quantity IS NULL)))),
  constraint return_lines_quantity_check CHECK ((quantity > 0)),
  constraint return_lines_restocked_check CHECK (((restocked_quantity >= 0) AND (restocked_quantity <= received_quantity) AND ((restocked_quantity = 0) OR (condition = 'unopened'::text))))
);

create table return_refunds (
  refund_id text not null,
  return_id bigint not null,
  constraint return_refunds_pkey PRIMARY KEY (refund_id)
);

CREATE OR REPLACE FUNCTION public.check_returned_quantities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from orders where id = new.order_id for no key update;
  if exists (
    select from return_lines l
    join returns r on r.id = l.return_id and r.status <> 'rejected'
    join order_lines o on o.order_id = l.order_id and o.line = l.order_line
    where l.order_id = new.order_id
    group by l.order_line, o.qty
    having sum(coalesce(l.received_quantity, l.quantity)) > o.qty
  ) then
    raise check_violation using constraint = 'return_lines_quantity_check',
      message = 'more pieces are returned than were ordered';
  end if;
  return null;
end;
$function$;

create table order_edits (
  id bigint generated always as identity not null,
  order_id integer not null,
  status text not null,
  changes jsonb not null,
  difference_minor bigint not null,
  payment_id text,
  refund_id text,
  reason text not null,
  created_by integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  by_customer boolean default false not null,
  constraint order_edits_pkey PRIMARY KEY (id),
  constraint order_edits_payment_id_key UNIQUE (payment_id),
  constraint order_edits_awaiting_check CHECK (((status <> 'awaiting_payment'::text) OR (payment_id IS NOT NULL))),
  constraint order_edits_by_customer_check CHECK (((NOT by_customer) OR (created_by IS NULL))),
  constraint order_edits_ended_at_check CHECK (((status = 'awaiting_payment'::text) = (ended_at IS NULL))),
  constraint order_edits_expires_at_check CHECK (((payment_id IS NULL) = (expires_at IS NULL))),
  constraint order_edits_payment_check CHECK (((difference_minor > 0) = (payment_id IS NOT NULL))),
  constraint order_edits_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint order_edits_refund_check CHECK (((difference_minor < 0) = (refund_id IS NOT NULL))),
  constraint order_edits_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'applied'::text, 'expired'::text, 'canceled'::text])))
);

create table shipments (
  id bigint generated always as identity not null,
  order_id integer not null,
  number smallint not null,
  status text not null,
  method_id integer not null,
  tracking_number text,
  expected_weight_g integer not null,
  weight_g integer,
  weight_reason text default ''::text not null,
  created_at timestamp with time zone not null,
  packed_by integer,
  packed_at timestamp with time zone,
  shipped_at timestamp with time zone,
  carrier_ref text,
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_order_id_number_key UNIQUE (order_id, number),
  constraint shipments_expected_weight_g_check CHECK ((expected_weight_g > 0)),
  constraint shipments_number_check CHECK ((number > 0)),
  constraint shipments_open_check CHECK (((status <> 'open'::text) OR ((packed_at IS NULL) AND (weight_g IS NULL)))),
  constraint shipments_packed_check CHECK (((status <> 'packed'::text) OR ((packed_at IS NOT NULL) AND (weight_g IS NOT NULL)))),
  constraint shipments_shipped_check CHECK (((status = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text])) = (shipped_at IS NOT NULL))),
  constraint shipments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'packed'::text, 'shipped'::text, 'delivered'::text, 'returned'::text, 'canceled'::text]))),
  constraint shipments_weight_g_check CHECK ((weight_g > 0)),
  constraint shipments_weight_reason_check CHECK ((length(weight_reason) <= 500))
);

create table shipment_items (
  shipment_id bigint not null,
  order_id integer not null,
  order_line smallint not null,
  quantity integer not null,
  line smallint not null,
  constraint shipment_items_pkey PRIMARY KEY (shipment_id, line),
  constraint shipment_items_shipment_id_order_id_order_line_key UNIQUE (shipment_id, order_id, order_line),
  constraint shipment_items_quantity_check CHECK ((quantity > 0))
);

CREATE OR REPLACE FUNCTION public.check_shipment_item_quantity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ordered integer;
begin
  select qty into ordered from order_lines where order_id = new.order_id and line = new.order_line for no key update;
  if ordered < (select sum(i.quantity) from shipment_items i join shipments s on s.id = i.shipment_id
      where i.order_id = new.order_id and i.order_line = new.order_line and s.status <> 'canceled') then
    raise exception 'the shipments of order % contain more pieces of line % than were ordered', new.order_id, new.order_line
      using errcode = 'check_violation', constraint = 'shipment_items_ordered_check';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_shipment_canceled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'shipment % is canceled', old.id using errcode = 'check_violation', constraint = 'shipments_canceled_check';
end $function$;

create table shipment_scans (
  scan_id uuid not null,
  shipment_id bigint not null,
  order_line smallint not null,
  code text,
  at timestamp with time zone not null,
  staff_id integer,
  undone_at timestamp with time zone,
  constraint shipment_scans_pkey PRIMARY KEY (scan_id),
  constraint shipment_scans_code_check CHECK (((length(code) >= 1) AND (length(code) <= 100)))
);

create table shipment_events (
  shipment_id bigint not null,
  code text not null,
  at timestamp with time zone not null,
  place text default ''::text not null,
  source text not null,
  storage_until date,
  pickup_code text,
  constraint shipment_events_pkey PRIMARY KEY (shipment_id, code, at),
  constraint shipment_events_code_check CHECK (((length(code) >= 1) AND (length(code) <= 100))),
  constraint shipment_events_pickup_code_check CHECK (((length(pickup_code) >= 1) AND (length(pickup_code) <= 20))),
  constraint shipment_events_source_check CHECK ((source = ANY (ARRAY['store'::text, 'carrier'::text])))
);

create table document_numbers (
  kind text not null,
  year smallint not null,
  last_number integer not null,
  constraint document_numbers_pkey PRIMARY KEY (kind, year),
  constraint document_numbers_last_number_check CHECK ((last_number > 0))
);

create table documents (
  id bigint generated always as identity not null,
  kind text not null,
  number text not null,
  order_id integer not null,
  locale text not null,
  content jsonb not null,
  file_key uuid,
  sha256 bytea not null,
  created_at timestamp with time zone not null,
  created_by integer,
  superseded_at timestamp with time zone,
  shipment_id bigint,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_file_key_key UNIQUE (file_key),
  constraint documents_kind_number_key UNIQUE (kind, number),
  constraint documents_carrier_check CHECK (((kind <> ALL (ARRAY['carrier_waybill'::text, 'carrier_label'::text])) OR (shipment_id IS NOT NULL))),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'packing_slip'::text, 'customs_data_sheet'::text, 'carrier_waybill'::text, 'carrier_label'::text]))),
  constraint documents_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint documents_sha256_check CHECK ((length(sha256) = 32))
);

CREATE OR REPLACE FUNCTION public.keep_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.kind, new.number, new.order_id, new.shipment_id, new.locale, new.sha256, new.created_at, new.created_by)
      is distinct from
      (old.kind, old.number, old.order_id, old.shipment_id, old.locale, old.sha256, old.created_at, old.created_by)
    or (new.file_key is not null and (new.file_key, new.content) is distinct from (old.file_key, old.content))
    or (old.superseded_at is not null and new.superseded_at is distinct from old.superseded_at) then
    raise exception 'document % cannot be changed', old.number
      using errcode = 'check_violation', constraint = 'documents_unchanged_check';
  end if;
  return new;
end $function$;

create table reply_templates (
  id integer generated always as identity not null,
  kind text not null,
  locale text not null,
  title text not null,
  body text not null,
  version integer default 1 not null,
  constraint reply_templates_pkey PRIMARY KEY (id),
  constraint reply_templates_kind_locale_title_key UNIQUE (kind, locale, title),
  constraint reply_templates_body_check CHECK (((length(body) >= 1) AND (length(body) <= 3000))),
  constraint reply_templates_kind_check CHECK ((kind = ANY (ARRAY['review'::text, 'question'::text, 'reason'::text]))),
  constraint reply_templates_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint reply_templates_title_check CHECK (((length(title) >= 1) AND (length(title) <= 80)))
);

CREATE OR REPLACE FUNCTION public.find_products_by_name(words text[], max_count integer)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
declare
  query tsquery;
begin
  select string_agg(format('(%L:* | %L)', word, coalesce(nullif(search_stem(word), ''), word)), ' & ')::tsquery into query
    from unnest(words) word;
  return array(select t.product_id from product_terms t where t.names @@ query limit max_count);
end $function$;

create table saved_views (
  id integer generated always as identity not null,
  resource text not null,
  owner_id integer,
  name text not null,
  query text not null,
  "position" integer not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint saved_views_position_check CHECK (("position" >= 0)),
  constraint saved_views_query_check CHECK ((length(query) <= 2000)),
  constraint saved_views_resource_check CHECK ((resource ~ '^[a-z_]{1,40}$'::text))
);

create table carrier_orders (
  id bigint generated always as identity not null,
  shipment_id bigint not null,
  reference text not null,
  status text not null,
  carrier_ref text,
  tracking_number text,
  errors jsonb default '[]'::jsonb not null,
  requested_at timestamp with time zone not null,
  requested_by integer,
  next_check_at timestamp with time zone,
  constraint carrier_orders_pkey PRIMARY KEY (id),
  constraint carrier_orders_reference_key UNIQUE (reference),
  constraint carrier_orders_accepted_check CHECK (((status <> ALL (ARRAY['accepted'::text, 'created'::text])) OR (carrier_ref IS NOT NULL))),
  constraint carrier_orders_created_check CHECK (((status <> 'created'::text) OR (tracking_number IS NOT NULL))),
  constraint carrier_orders_errors_check CHECK ((jsonb_typeof(errors) = 'array'::text)),
  constraint carrier_orders_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'accepted'::text, 'created'::text, 'refused'::text, 'canceling'::text, 'canceled'::text])))
);

create table staff_notifications (
  id bigint generated always as identity not null,
  staff_id integer not null,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  actor_id integer,
  params jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint staff_notifications_pkey PRIMARY KEY (id),
  constraint staff_notifications_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint staff_notifications_params_check CHECK ((jsonb_typeof(params) = 'object'::text))
);

create unlogged table presence (
  staff_id integer not null,
  subject_kind text not null,
  subject_id text not null,
  seen_at timestamp with time zone not null,
  constraint presence_pkey PRIMARY KEY (staff_id, subject_kind, subject_id)
);

CREATE OR REPLACE FUNCTION public.publish_staff_events(kinds text[], ids text[], staff_ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with changed as (select distinct kind, id, staff_id from unnest(kinds, ids, staff_ids) as changes (kind, id, staff_id))
  select pg_notify('pub_sub', 'staff_events ' || json_build_object('kind', kind, 'id', id, 'actor_id', staff_id))
  from (
    select * from changed where (select count(*) from changed) <= 100
    union all
    select distinct kind, null, null::bigint from changed where (select count(*) from changed) > 100
  ) events
$function$;

CREATE OR REPLACE FUNCTION public.publish_audit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform publish_staff_events(array_agg(subject_kind), array_agg(subject_id),
    array_agg(case when actor_kind = 'staff' then actor_id end))
  from inserted;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_order_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform publish_staff_events(array_agg('order'::text), array_agg(order_id::text), array_agg(null::bigint))
  from inserted where actor_kind is null having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform publish_staff_events(array_agg('session'::text), array_agg(staff_id::text), array_agg(null::bigint))
  from deleted having count(*) > 0;
  return null;
end $function$;

create table drafts (
  staff_id integer not null,
  kind text not null,
  record_id integer not null,
  changes jsonb not null,
  updated_at timestamp with time zone not null,
  constraint drafts_pkey PRIMARY KEY (staff_id, kind, record_id),
  constraint drafts_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  constraint drafts_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint drafts_record_id_check CHECK ((record_id >= 0))
);

create table list_preferences (
  staff_id integer not null,
  resource text not null,
  columns text[] default '{}'::text[] not null,
  is_compact boolean default false not null,
  constraint list_preferences_pkey PRIMARY KEY (staff_id, resource),
  constraint list_preferences_resource_check CHECK ((resource ~ '^[a-z_]{1,40}$'::text))
);

create table login_codes (
  token_hash bytea not null,
  email text not null,
  encrypted_code bytea not null,
  attempts smallint default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint login_codes_pkey PRIMARY KEY (token_hash),
  constraint login_codes_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint login_codes_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint login_codes_token_hash_check CHECK ((length(token_hash) = 32))
);

create table return_photos (
  id uuid default gen_random_uuid() not null,
  customer_id integer not null,
  return_id bigint,
  "position" smallint,
  content bytea not null,
  uploaded_at timestamp with time zone not null,
  constraint return_photos_pkey PRIMARY KEY (id),
  constraint return_photos_return_id_position_key UNIQUE (return_id, "position"),
  constraint return_photos_position_check CHECK (((return_id IS NULL) = ("position" IS NULL)))
);

create table on_time_rates (
  country text not null,
  parcels integer not null,
  on_time integer not null,
  counted_at timestamp with time zone not null,
  constraint on_time_rates_pkey PRIMARY KEY (country),
  constraint on_time_rates_check CHECK (((on_time >= 0) AND (on_time <= parcels))),
  constraint on_time_rates_parcels_check CHECK ((parcels > 0))
);

create table passkeys (
  id integer generated always as identity not null,
  customer_id integer not null,
  credential_id bytea not null,
  user_handle bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_public_key_check CHECK (((length(public_key) >= 1) AND (length(public_key) <= 2048))),
  constraint passkeys_sign_count_check CHECK ((sign_count >= 0)),
  constraint passkeys_user_handle_check CHECK ((length(user_handle) = 32))
);

create table passkey_challenges (
  challenge_hash bytea not null,
  customer_id integer,
  user_handle bytea,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32)),
  constraint passkey_challenges_check CHECK (((customer_id IS NULL) = (user_handle IS NULL))),
  constraint passkey_challenges_user_handle_check CHECK ((length(user_handle) = 32))
);

create table message_preferences (
  customer_id integer not null,
  kind text not null,
  channel text not null,
  is_enabled boolean not null,
  changed_at timestamp with time zone not null,
  constraint message_preferences_pkey PRIMARY KEY (customer_id, kind, channel),
  constraint message_preferences_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'push'::text]))),
  constraint message_preferences_consent_check CHECK (((channel <> 'email'::text) OR (kind <> ALL (ARRAY['reminders'::text, 'newsletter'::text]))))
);

CREATE OR REPLACE FUNCTION public.review_stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (word ~ '^[a-z]+$'::text) THEN COALESCE((ts_lexize('english_stem'::regdictionary, word))[1], ''::text) ELSE COALESCE((ts_lexize('russian_stem'::regdictionary, (ts_lexize('russian_stem'::regdictionary, translate(word, 'ё'::text, 'е'::text)))[1]))[1], ''::text) END;

CREATE OR REPLACE FUNCTION public.build_review_stems(t text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select array(
    select distinct public.review_stem(word) from regexp_split_to_table(lower(t), '[^[:alpha:]]+') word
    where length(word) between 3 and 30 and public.review_stem(word) <> '') $function$;

create table reviews (
  id integer generated always as identity not null,
  product_id integer not null,
  customer_id integer not null,
  author_name text not null,
  locale text not null,
  rating smallint not null,
  text text default ''::text not null,
  is_verified_purchase boolean default false not null,
  helpful_count integer default 0 not null,
  shop_answer text default ''::text not null,
  answered_at timestamp with time zone,
  status text default 'pending'::text not null,
  reject_reason text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  published_at timestamp with time zone,
  stems text[] generated always as (build_review_stems(text)) stored,
  author_age text,
  author_skin text,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_product_id_customer_id_key UNIQUE (product_id, customer_id),
  constraint reviews_author_age_check CHECK ((author_age = ANY (ARRAY['18-24'::text, '25-34'::text, '35-44'::text, '45-54'::text, '55+'::text]))),
  constraint reviews_author_skin_check CHECK ((author_skin = ANY (ARRAY['normal'::text, 'dry'::text, 'oily'::text, 'combination'::text, 'sensitive'::text, 'mature'::text]))),
  constraint reviews_helpful_count_check CHECK ((helpful_count >= 0)),
  constraint reviews_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint reviews_published_at_check CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'published'::text, 'rejected'::text]))),
  constraint reviews_text_check CHECK ((length(text) <= 3000))
);

create table review_words (
  product_id integer not null,
  locale text not null,
  stem text not null,
  word text not null,
  reviews_count integer not null,
  constraint review_words_pkey PRIMARY KEY (product_id, locale, stem),
  constraint review_words_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint review_words_reviews_count_check CHECK ((reviews_count > 0))
);

create table review_word_updates (
  product_id integer not null,
  changed_at timestamp with time zone default now() not null,
  constraint review_word_updates_pkey PRIMARY KEY (product_id)
);

CREATE OR REPLACE FUNCTION public.request_review_words(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into review_word_updates (product_id)
  select p.id from products p where p.id = any (ids) order by p.id
  on conflict (product_id) do update set changed_at = excluded.changed_at;
end $function$;

create table review_summaries (
  product_id integer not null,
  locale text not null,
  praise text not null,
  criticism text not null,
  reviews_count integer not null,
  checked_at timestamp with time zone not null,
  constraint review_summaries_pkey PRIMARY KEY (product_id, locale),
  constraint review_summaries_criticism_check CHECK (((length(criticism) >= 1) AND (length(criticism) <= 300))),
  constraint review_summaries_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint review_summaries_praise_check CHECK (((length(praise) >= 1) AND (length(praise) <= 300))),
  constraint review_summaries_reviews_count_check CHECK ((reviews_count > 0))
);

create table push_subscriptions (
  id bigint generated always as identity not null,
  customer_id integer not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint)
);

create table push_keys (
  is_only boolean default true not null,
  public_key text not null,
  encrypted_private_key bytea not null,
  created_at timestamp with time zone not null,
  constraint push_keys_pkey PRIMARY KEY (is_only),
  constraint push_keys_is_only_check CHECK (is_only)
);

create table order_message_photos (
  id uuid default gen_random_uuid() not null,
  customer_id integer not null,
  note_id bigint,
  "position" smallint,
  content bytea not null,
  uploaded_at timestamp with time zone not null,
  constraint order_message_photos_pkey PRIMARY KEY (id),
  constraint order_message_photos_note_id_position_key UNIQUE (note_id, "position"),
  constraint order_message_photos_position_check CHECK (((note_id IS NULL) = ("position" IS NULL)))
);

create table wishlist_shares (
  customer_id integer not null,
  token text not null,
  occasion text default ''::text not null,
  occasion_on date,
  created_at timestamp with time zone not null,
  constraint wishlist_shares_pkey PRIMARY KEY (customer_id),
  constraint wishlist_shares_token_key UNIQUE (token),
  constraint wishlist_shares_occasion_check CHECK ((length(occasion) <= 60))
);

create table wishlist_gifts (
  customer_id integer not null,
  product_id integer not null,
  giver_hash bytea not null,
  chosen_at timestamp with time zone not null,
  constraint wishlist_gifts_pkey PRIMARY KEY (customer_id, product_id),
  constraint wishlist_gifts_giver_hash_check CHECK ((length(giver_hash) = 32))
);

create table search_query_visitors (
  query text not null,
  locale text not null,
  visitor bytea not null,
  day date not null,
  constraint search_query_visitors_pkey PRIMARY KEY (query, locale, visitor),
  constraint search_query_visitors_locale_check CHECK ((locale = ANY (ARRAY['ru-RU'::text, 'en-US'::text]))),
  constraint search_query_visitors_visitor_check CHECK ((octet_length(visitor) = 16))
);

create table recipient_identities (
  order_id integer not null,
  encrypted bytea not null,
  given_at timestamp with time zone not null,
  constraint recipient_identities_pkey PRIMARY KEY (order_id)
);

create table joined_orders (
  id bigint generated always as identity not null,
  order_id integer not null,
  main_order_id integer not null,
  delivery_minor bigint not null,
  refund_minor bigint not null,
  duty_minor bigint not null,
  by_customer boolean not null,
  created_by integer,
  created_at timestamp with time zone not null,
  separated_at timestamp with time zone,
  constraint joined_orders_pkey PRIMARY KEY (id),
  constraint joined_orders_by_customer_check CHECK (((NOT by_customer) OR (created_by IS NULL))),
  constraint joined_orders_delivery_minor_check CHECK ((delivery_minor >= 0)),
  constraint joined_orders_duty_minor_check CHECK ((duty_minor >= 0)),
  constraint joined_orders_refund_minor_check CHECK ((refund_minor >= 0)),
  constraint joined_orders_self_check CHECK ((order_id <> main_order_id))
);

CREATE OR REPLACE FUNCTION public.number_shipment_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.line := new.order_line;
  return new;
end $function$;

create table stock_movements (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  product_id integer not null,
  option_id integer not null,
  kind text not null,
  quantity integer not null,
  stock_after integer not null,
  order_id integer,
  reason text default ''::text not null,
  actor_kind text default 'store'::text not null,
  actor_id bigint,
  actor_label text default ''::text not null,
  purchase_order_id integer,
  stock_count_id integer,
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['store'::text, 'staff'::text, 'token'::text, 'command'::text, 'job'::text]))),
  constraint stock_movements_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'order'::text, 'release'::text, 'return'::text, 'receipt'::text, 'count'::text, 'correction'::text, 'write_off'::text, 'import'::text, 'removal'::text]))),
  constraint stock_movements_option_id_check CHECK ((option_id >= 0)),
  constraint stock_movements_quantity_check CHECK ((quantity <> 0)),
  constraint stock_movements_stock_after_check CHECK ((stock_after >= 0))
);

CREATE OR REPLACE FUNCTION public.take_stock_movement_context(default_kind text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  context text := coalesce(current_setting('store.stock_movement', true), '');
begin
  perform set_config('store.stock_movement', '', true);
  return jsonb_build_object('kind', default_kind, 'order_id', null, 'reason', '', 'actor_kind', 'store', 'actor_id', null,
    'actor_label', '') || case context when '' then '{}' else context::jsonb end;
end $function$;

CREATE OR REPLACE FUNCTION public.add_stock_movements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  context jsonb := take_stock_movement_context(case tg_op when 'INSERT' then 'opening' when 'UPDATE' then 'correction' else 'removal' end);
  -- The columns after the quantities.
  movement stock_movements := jsonb_populate_record(null::stock_movements, context);
begin
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, purchase_order_id,
      stock_count_id, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, stock, stock, movement.kind, movement.order_id, movement.purchase_order_id,
      movement.stock_count_id, movement.reason, movement.actor_kind, movement.actor_id, movement.actor_label
    from inserted where stock > 0 order by product_id, option_id;
  elsif tg_op = 'UPDATE' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, purchase_order_id,
      stock_count_id, reason, actor_kind, actor_id, actor_label)
    select n.product_id, n.option_id, n.stock - o.stock, n.stock, movement.kind, movement.order_id,
      movement.purchase_order_id, movement.stock_count_id, movement.reason, movement.actor_kind, movement.actor_id,
      movement.actor_label
    from updated n join previous o using (product_id, option_id) where n.stock <> o.stock order by n.product_id, n.option_id;
  else
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, -stock, 0, 'removal', movement.reason, movement.actor_kind, movement.actor_id,
      movement.actor_label
    from deleted where stock > 0 order by product_id, option_id;
  end if;
  return null;
end $function$;

create table tasks (
  id bigint generated always as identity not null,
  kind text not null,
  input jsonb not null,
  status text default 'queued'::text not null,
  undo_of bigint,
  total integer not null,
  done integer default 0 not null,
  unchanged integer default 0 not null,
  failed integer default 0 not null,
  undoable integer default 0 not null,
  created_by integer not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  run_at timestamp with time zone,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_check CHECK (((undoable >= 0) AND (undoable <= done))),
  constraint tasks_counts_check CHECK ((((done + unchanged) + failed) <= total)),
  constraint tasks_done_check CHECK ((done >= 0)),
  constraint tasks_failed_check CHECK ((failed >= 0)),
  constraint tasks_finished_check CHECK (((finished_at IS NULL) = (status = ANY (ARRAY['queued'::text, 'running'::text])))),
  constraint tasks_kind_check CHECK ((kind ~ '^[a-z-]+\.[a-z-]+$'::text)),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text, 'undone'::text]))),
  constraint tasks_succeeded_check CHECK (((status <> 'succeeded'::text) OR (((done + unchanged) + failed) = total))),
  constraint tasks_total_check CHECK ((total > 0)),
  constraint tasks_unchanged_check CHECK ((unchanged >= 0))
);

create table task_items (
  task_id bigint not null,
  seq integer not null,
  subject_id text not null,
  base jsonb,
  status text default 'pending'::text not null,
  refusal jsonb,
  audit_entry_id bigint,
  can_undo boolean default false not null,
  constraint task_items_pkey PRIMARY KEY (task_id, seq),
  constraint task_items_check CHECK (((refusal IS NULL) = (status <> 'failed'::text))),
  constraint task_items_check1 CHECK (((audit_entry_id IS NOT NULL) OR (status <> ALL (ARRAY['done'::text, 'undone'::text])))),
  constraint task_items_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'unchanged'::text, 'failed'::text, 'undone'::text]))),
  constraint task_items_undo_check CHECK (((NOT can_undo) OR (status = 'done'::text)))
);

CREATE OR REPLACE FUNCTION public.is_complete_hs_code(hs_code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select replace(hs_code, '.', '') ~ '^[0-9]{6,12}$'
$function$;

CREATE OR REPLACE FUNCTION public.is_specific_customs_name(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select name ~* '[a-z]{3}' and name ~ '^[\u0020-\u007e]+$'
    and lower(regexp_replace(btrim(name), ' +', ' ', 'g')) <> all (array['accessories', 'beauty goods', 'beauty product',
      'beauty products', 'clothes', 'clothing', 'cosmetic', 'cosmetic product', 'cosmetic products', 'cosmetics',
      'daily necessities', 'food', 'gift', 'gifts', 'goods', 'household goods', 'item', 'items', 'merchandise', 'other',
      'personal effects', 'product', 'products', 'sample', 'samples', 'skin care', 'skincare', 'toiletries', 'toy', 'toys',
      'various'])
$function$;

create table outdated_translations (
  product_id integer not null,
  field text not null,
  ru text not null,
  en text not null,
  since timestamp with time zone default now() not null,
  constraint outdated_translations_pkey PRIMARY KEY (product_id, field),
  constraint outdated_translations_field_check CHECK ((field = ANY (ARRAY['name'::text, 'description'::text])))
);

CREATE OR REPLACE FUNCTION public.update_outdated_translation(product integer, text_field text, old_ru text, new_ru text, old_en text, new_en text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  outdated outdated_translations;
begin
  select * into outdated from outdated_translations t where t.product_id = product and t.field = text_field;
  if not found then
    -- A text that has only one language is missing its translation, which is not outdated.
    if (old_ru <> new_ru) <> (old_en <> new_en) and '' <> all (array[old_ru, new_ru, old_en, new_en]) then
      insert into outdated_translations (product_id, field, ru, en) values (product, text_field, old_ru, old_en);
    end if;
  -- The language that was behind has been changed, or the other one is again what it was.
  elsif (outdated.ru <> new_ru) = (outdated.en <> new_en) or '' = any (array[new_ru, new_en]) then
    delete from outdated_translations t where t.product_id = product and t.field = text_field;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.update_outdated_translations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.name_ru, old.name_en) is distinct from (new.name_ru, new.name_en) then
    perform update_outdated_translation(new.id, 'name', old.name_ru, new.name_ru, old.name_en, new.name_en);
  end if;
  if (old.description_ru, old.description_en) is distinct from (new.description_ru, new.description_en) then
    perform update_outdated_translation(new.id, 'description', old.description_ru, new.description_ru, old.description_en,
      new.description_en);
  end if;
  return null;
end $function$;

create table suppliers (
  id integer generated always as identity not null,
  name text not null,
  currency character(3) not null,
  email text default ''::text not null,
  contact text default ''::text not null,
  lead_days integer not null,
  note text default ''::text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  constraint suppliers_pkey PRIMARY KEY (id),
  constraint suppliers_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  constraint suppliers_name_check CHECK ((name <> ''::text))
);

create table purchase_orders (
  id integer generated always as identity not null,
  supplier_id integer not null,
  status text not null,
  currency character(3) not null,
  delivery_minor bigint default 0 not null,
  tax_percent numeric(4,2) default 0 not null,
  expected_on date,
  note text default ''::text not null,
  created_by integer,
  created_at timestamp with time zone not null,
  ordered_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint purchase_orders_pkey PRIMARY KEY (id),
  constraint purchase_orders_closed_check CHECK (((status = ANY (ARRAY['received'::text, 'canceled'::text])) = (closed_at IS NOT NULL))),
  constraint purchase_orders_delivery_minor_check CHECK ((delivery_minor >= 0)),
  constraint purchase_orders_ordered_check CHECK (((status = ANY (ARRAY['draft'::text, 'canceled'::text])) OR (ordered_at IS NOT NULL))),
  constraint purchase_orders_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'ordered'::text, 'partly_received'::text, 'received'::text, 'canceled'::text]))),
  constraint purchase_orders_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent <= 99.99)))
);

create table purchase_order_lines (
  purchase_order_id integer not null,
  line smallint not null,
  product_id integer not null,
  option_id integer not null,
  quantity integer not null,
  received integer default 0 not null,
  damaged integer default 0 not null,
  unit_cost_minor bigint not null,
  constraint purchase_order_lines_pkey PRIMARY KEY (purchase_order_id, line),
  constraint purchase_order_lines_purchase_order_id_product_id_option_id_key UNIQUE (purchase_order_id, product_id, option_id),
  constraint purchase_order_lines_damaged_check CHECK (((damaged >= 0) AND (damaged <= received))),
  constraint purchase_order_lines_line_check CHECK ((line > 0)),
  constraint purchase_order_lines_option_id_check CHECK ((option_id >= 0)),
  constraint purchase_order_lines_quantity_check CHECK ((quantity > 0)),
  constraint purchase_order_lines_received_check CHECK (((received >= 0) AND (received <= quantity))),
  constraint purchase_order_lines_unit_cost_minor_check CHECK ((unit_cost_minor >= 0))
);

create table variant_costs (
  product_id integer not null,
  option_id integer not null,
  cost_minor bigint not null,
  currency character(3) not null,
  updated_at timestamp with time zone not null,
  constraint variant_costs_pkey PRIMARY KEY (product_id, option_id),
  constraint variant_costs_cost_minor_check CHECK ((cost_minor >= 0))
);

create table import_profiles (
  id integer generated always as identity not null,
  name text not null,
  header_hash text not null,
  encoding text,
  delimiter text,
  columns jsonb not null,
  rules jsonb not null,
  created_by integer not null,
  updated_at timestamp with time zone not null,
  header_row integer default 1 not null,
  header_rows smallint default 1 not null,
  sheet text,
  supplier_id integer,
  constraint import_profiles_pkey PRIMARY KEY (id),
  constraint import_profiles_header_hash_key UNIQUE (header_hash),
  constraint import_profiles_columns_check CHECK ((jsonb_typeof(columns) = 'object'::text)),
  constraint import_profiles_header_hash_check CHECK ((header_hash ~ '^[0-9a-f]{32}$'::text)),
  constraint import_profiles_header_row_check CHECK (((header_row >= 1) AND (header_row <= 1000))),
  constraint import_profiles_header_rows_check CHECK (((header_rows >= 1) AND (header_rows <= 5))),
  constraint import_profiles_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

create table imports (
  id integer generated always as identity not null,
  file_name text not null,
  bytes integer not null,
  format text not null,
  encoding text,
  delimiter text,
  header_row integer not null,
  columns jsonb,
  rules jsonb default '{}'::jsonb not null,
  profile_id integer,
  status text default 'uploaded'::text not null,
  failure jsonb,
  progress integer default 0 not null,
  lines integer,
  unchanged integer default 0 not null,
  unmatched integer default 0 not null,
  result jsonb,
  created_by integer not null,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  applied_by integer,
  applied_at timestamp with time zone,
  undone_by integer,
  cancel_requested_at timestamp with time zone,
  header_rows smallint default 1 not null,
  sheet text,
  supplier_id integer,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_applied_check CHECK (((status = ANY (ARRAY['applied'::text, 'undoing'::text, 'undone'::text])) = (applied_at IS NOT NULL))),
  constraint imports_bytes_check CHECK ((bytes > 0)),
  constraint imports_columns_check CHECK (((columns IS NOT NULL) OR (status = 'uploaded'::text))),
  constraint imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'jsonl'::text, 'yml'::text, 'xlsx'::text]))),
  constraint imports_header_row_check CHECK (((header_row >= 1) AND (header_row <= 1000))),
  constraint imports_header_rows_check CHECK (((header_rows >= 1) AND (header_rows <= 5))),
  constraint imports_progress_check CHECK ((progress >= 0)),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['uploaded'::text, 'checking'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text])))
);

create table import_file_parts (
  import_id integer not null,
  seq integer not null,
  content bytea not null,
  constraint import_file_parts_pkey PRIMARY KEY (import_id, seq),
  constraint import_file_parts_seq_check CHECK ((seq > 0))
);

create table import_changes (
  import_id integer not null,
  line integer not null,
  kind text not null,
  product_id integer,
  option_id integer,
  reference text not null,
  name text not null,
  "values" jsonb default '{}'::jsonb not null,
  effects jsonb default '[]'::jsonb not null,
  is_outlier boolean default false not null,
  problem jsonb,
  is_included boolean default true not null,
  constraint import_changes_pkey PRIMARY KEY (import_id, line, kind),
  constraint import_changes_check CHECK (((problem IS NULL) = (kind <> 'unreadable'::text))),
  constraint import_changes_effects_check CHECK ((jsonb_typeof(effects) = 'array'::text)),
  constraint import_changes_kind_check CHECK ((kind = ANY (ARRAY['stock'::text, 'prices'::text, 'details'::text, 'new'::text, 'withdrawn'::text, 'unreadable'::text]))),
  constraint import_changes_line_check CHECK ((line > 0))
);

create table unused_images (
  media_id bigint not null,
  since timestamp with time zone not null,
  constraint unused_images_pkey PRIMARY KEY (media_id)
);

create table stock_counts (
  id integer generated always as identity not null,
  name text not null,
  category_id integer,
  brand_id integer,
  is_blind boolean not null,
  status text default 'open'::text not null,
  created_by integer,
  created_at timestamp with time zone not null,
  closed_by integer,
  closed_at timestamp with time zone,
  constraint stock_counts_pkey PRIMARY KEY (id),
  constraint stock_counts_closed_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint stock_counts_name_check CHECK ((name <> ''::text)),
  constraint stock_counts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'canceled'::text])))
);

create table stock_count_lines (
  count_id integer not null,
  product_id integer not null,
  option_id integer not null,
  is_extra boolean default false not null,
  counted integer,
  expected integer,
  movement_id bigint,
  counted_by integer,
  counted_at timestamp with time zone,
  constraint stock_count_lines_pkey PRIMARY KEY (count_id, product_id, option_id),
  constraint stock_count_lines_counted_check CHECK ((counted >= 0)),
  constraint stock_count_lines_entered_check CHECK ((num_nonnulls(counted, expected, movement_id, counted_at) = ANY (ARRAY[0, 4]))),
  constraint stock_count_lines_option_id_check CHECK ((option_id >= 0))
);

create table stock_count_scans (
  scan_id uuid not null,
  count_id integer not null,
  product_id integer not null,
  option_id integer not null,
  scanned_at timestamp with time zone not null,
  constraint stock_count_scans_pkey PRIMARY KEY (scan_id)
);

create table ingredients (
  id integer generated by default as identity not null,
  slug text not null,
  inci text not null,
  aliases text[] default '{}'::text[] not null,
  group_key text,
  purpose_ru text not null,
  purpose_en text not null,
  constraint ingredients_pkey PRIMARY KEY (id),
  constraint ingredients_slug_key UNIQUE (slug),
  constraint ingredients_group_key_check CHECK ((group_key = ANY (ARRAY['alcohol'::text, 'fragrance'::text, 'parabens'::text, 'sulphates'::text, 'mineral-oil'::text]))),
  constraint ingredients_inci_check CHECK (((length(inci) >= 1) AND (length(inci) <= 90))),
  constraint ingredients_purpose_en_check CHECK ((purpose_en <> ''::text)),
  constraint ingredients_purpose_ru_check CHECK ((purpose_ru <> ''::text)),
  constraint ingredients_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 100)))
);

create table composition_names (
  slug text not null,
  name text not null,
  products integer not null,
  constraint composition_names_pkey PRIMARY KEY (slug),
  constraint composition_names_products_check CHECK ((products > 0))
);

create table composition_name_updates (
  id bigint generated always as identity not null,
  slug text not null,
  constraint composition_name_updates_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.request_composition_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into composition_name_updates (slug) select distinct slug from previous where place > 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into composition_name_updates (slug) select distinct slug from current where place > 0;
  end if;
  return null;
end $function$;

create table product_previews (
  product_id integer not null,
  staff_id integer not null,
  changes jsonb,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint product_previews_pkey PRIMARY KEY (product_id, staff_id),
  constraint product_previews_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text))
);

create table content_changes (
  id bigint generated always as identity not null,
  tag text not null,
  xid xid8 default pg_current_xact_id() not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint content_changes_pkey PRIMARY KEY (id),
  constraint content_changes_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 100)))
);

CREATE OR REPLACE FUNCTION public.record_content_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into content_changes (tag) values (tg_argv[0]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_changed_products(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if cardinality(ids) > 500 then
    insert into content_changes (tag) values ('everything');
  else
    insert into content_changes (tag) select distinct 'product:' || id from unnest(ids) changed(id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.record_changed_lists(category_ids integer[], brand_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(cardinality(category_ids), 0) = 0 then
    return;
  end if;
  insert into content_changes (tag)
    select 'catalog'
    union all select distinct 'category:' || id from unnest(category_ids) category(id)
    union all select distinct 'brand:' || id from unnest(brand_ids) brand(id);
end $function$;

CREATE OR REPLACE FUNCTION public.products_content_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_changed_products(array(select id from inserted));
  perform record_changed_lists(array(select category_id from inserted), array(select brand_id from inserted));
  insert into content_changes (tag) values ('counts');
  -- Everything has been recorded for more.
  if (select count(*) from inserted) <= 500 then
    perform record_changed_menus(array(select slug from inserted));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.products_content_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  category_ids integer[];
  brand_ids integer[];
begin
  perform record_changed_products(array(select id from updated));
  -- Everything has been recorded; and a plan made for a single product would take long for many.
  if (select count(*) from updated) > 500 then
    return null;
  end if;
  select array_agg(n.category_id) || array_agg(o.category_id), array_agg(n.brand_id) || array_agg(o.brand_id)
    into category_ids, brand_ids
    from updated n join previous o using (id)
    where (n.status, n.slug, n.category_id, n.brand_id, n.series_id, n.concern_ids, n.tag_ids, n.price_minor,
        n.old_price_minor, n.sale_ends_at, n.discount_percent, n.stock > 0, n.published_at, n.units_sold, n.rating_sum,
        n.reviews_count, n.hazard, n.hs_code, n.weight_g, n.size_mm)
      is distinct from (o.status, o.slug, o.category_id, o.brand_id, o.series_id, o.concern_ids, o.tag_ids,
        o.price_minor, o.old_price_minor, o.sale_ends_at, o.discount_percent, o.stock > 0, o.published_at, o.units_sold,
        o.rating_sum, o.reviews_count, o.hazard, o.hs_code, o.weight_g, o.size_mm);
  if category_ids is null then
    return null;
  end if;
  perform record_changed_lists(category_ids, brand_ids);
  insert into content_changes (tag)
    select 'counts' where exists (
      select from updated n join previous o using (id)
      where (n.status, n.category_id, n.brand_id, n.concern_ids) is distinct from
        (o.status, o.category_id, o.brand_id, o.concern_ids));
  perform record_changed_menus(array(
    select unnest(array[n.slug, o.slug]) from updated n join previous o using (id)
    where (n.status, n.slug) is distinct from (o.status, o.slug)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.products_content_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_changed_products(array(select id from deleted));
  perform record_changed_lists(array(select category_id from deleted), array(select brand_id from deleted));
  insert into content_changes (tag) values ('counts');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_product_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform record_changed_products(array(select distinct product_id from deleted));
  elsif tg_op = 'UPDATE' then
    perform record_changed_products(array(select product_id from changed union select product_id from previous));
  else
    perform record_changed_products(array(select distinct product_id from changed));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_lists_of_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform record_changed_lists(array_agg(p.category_id), array_agg(p.brand_id))
      from products p where p.id in (select product_id from changed union select product_id from previous);
  else
    perform record_changed_lists(array_agg(p.category_id), array_agg(p.brand_id))
      from products p where p.id in (select product_id from changed);
  end if;
  return null;
end $function$;

create table processes (
  id uuid not null,
  role text not null,
  build text not null,
  host text not null,
  pid integer not null,
  started_at timestamp with time zone not null,
  last_seen_at timestamp with time zone default now() not null,
  clock_difference_seconds double precision,
  constraint processes_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.record_search_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into content_changes (tag)
    select 'search' where not exists (
      select from content_changes c where c.xid = pg_current_xact_id() and c.tag = 'search');
  return null;
end $function$;

create table cdn_purges (
  is_only boolean default true not null,
  snapshot text,
  version bigint,
  read_at timestamp with time zone,
  server text,
  constraint cdn_purges_pkey PRIMARY KEY (is_only),
  constraint cdn_purges_check CHECK ((((snapshot IS NULL) = (version IS NULL)) AND ((snapshot IS NULL) = (read_at IS NULL)))),
  constraint cdn_purges_is_only_check CHECK (is_only)
);

create table product_goods (
  id integer generated always as identity not null,
  hazard hazard_class not null,
  hs_code text not null,
  weight_g integer not null,
  size_mm integer[],
  constraint product_goods_pkey PRIMARY KEY (id),
  constraint product_goods_hazard_hs_code_weight_g_size_mm_key UNIQUE NULLS NOT DISTINCT (hazard, hs_code, weight_g, size_mm)
);

create table product_listing (
  product_id integer not null,
  category_id integer not null,
  brand_id integer not null,
  series_id integer,
  goods_id integer not null,
  price_minor bigint not null,
  old_price_minor bigint,
  sale_ends_at timestamp with time zone,
  published_at timestamp with time zone not null,
  units_sold integer not null,
  rating_sum integer not null,
  reviews_count integer not null,
  discount_percent smallint not null,
  is_in_stock boolean not null,
  concern_ids integer[] not null,
  tag_ids integer[] not null,
  names tsvector default ''::tsvector not null,
  constraint product_listing_pkey PRIMARY KEY (product_id)
);

create table product_listing_state (
  only_row boolean default true not null,
  status text default 'off'::text not null,
  changed_at timestamp with time zone default now() not null,
  constraint product_listing_state_pkey PRIMARY KEY (only_row),
  constraint product_listing_state_only_row_check CHECK (only_row),
  constraint product_listing_state_status_check CHECK ((status = ANY (ARRAY['off'::text, 'filling'::text, 'filled'::text, 'leaving'::text])))
);

CREATE OR REPLACE FUNCTION public.refresh_product_listing(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.product_goods (hazard, hs_code, weight_g, size_mm)
    select distinct p.hazard, p.hs_code, p.weight_g, p.size_mm from public.products p
    where p.id = any (ids) and p.status = 'active' and not exists (
      select from public.product_goods g
      where (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g) and g.size_mm is not distinct from p.size_mm)
    order by 1, 2, 3, 4
    on conflict do nothing;
  perform from public.product_terms t
    where t.product_id = any (ids) and not exists (select from public.product_listing l where l.product_id = t.product_id)
      and exists (select from public.products p where p.id = t.product_id and p.status = 'active')
    order by t.product_id for share;
  insert into public.product_listing as l (product_id, category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids,
      names)
    select p.id, p.category_id, p.brand_id, p.series_id, g.id, p.price_minor, p.old_price_minor, p.sale_ends_at,
      p.published_at, p.units_sold, p.rating_sum, p.reviews_count, p.discount_percent, p.stock > 0, p.concern_ids, p.tag_ids,
      t.names
    from public.products p join public.product_goods g on (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g)
      and g.size_mm is not distinct from p.size_mm
    join public.product_terms t on t.product_id = p.id
    where p.id = any (ids) and p.status = 'active'
    order by p.category_id, p.id
    on conflict (product_id) do update set (category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids)
      = (excluded.category_id, excluded.brand_id, excluded.series_id, excluded.goods_id, excluded.price_minor,
        excluded.old_price_minor, excluded.sale_ends_at, excluded.published_at, excluded.units_sold, excluded.rating_sum,
        excluded.reviews_count, excluded.discount_percent, excluded.is_in_stock, excluded.concern_ids, excluded.tag_ids)
      where l is distinct from excluded;
  delete from public.product_listing l
    where l.product_id = any (ids)
      and not exists (select from public.products p where p.id = l.product_id and p.status = 'active');
end $function$;

CREATE OR REPLACE FUNCTION public.is_product_listing_kept()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM product_listing_state WHERE (product_listing_state.status <> 'off'::text)));

CREATE OR REPLACE FUNCTION public.product_listing_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_product_listing_kept() then
    perform refresh_product_listing(array(select product_id from inserted));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_listing_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_product_listing_kept() then
    perform refresh_product_listing(array(
      select n.id from updated n left join previous o using (id)
      where (n.status, n.category_id, n.brand_id, n.series_id, n.hazard, n.hs_code, n.weight_g, n.size_mm, n.price_minor,
          n.old_price_minor, n.sale_ends_at, n.published_at, n.units_sold, n.rating_sum, n.reviews_count,
          n.discount_percent, n.stock > 0, n.concern_ids, n.tag_ids)
        is distinct from (o.status, o.category_id, o.brand_id, o.series_id, o.hazard, o.hs_code, o.weight_g, o.size_mm,
          o.price_minor, o.old_price_minor, o.sale_ends_at, o.published_at, o.units_sold, o.rating_sum, o.reviews_count,
          o.discount_percent, o.stock > 0, o.concern_ids, o.tag_ids)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_listing_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from product_listing l using deleted d where l.product_id = d.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_listing_after_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from product_listing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_active_products(ids integer[], max_count integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT count(*) AS count FROM (SELECT FROM unnest(count_active_products.ids) m(id) WHERE (SELECT (p.status = 'active'::text) FROM products p WHERE (p.id = m.id)) LIMIT count_active_products.max_count) active);

CREATE OR REPLACE FUNCTION public.search_hits(queries tsquery[], exact tsquery[], known_since pg_snapshot[], min_hits integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    if search_terms_unchanged_since(known_since[i]) then return json_build_object('first', i - 1, 'isKnown', true); end if;
    ids := null;
    name_matches := search_ids_in_names(queries[i]);
    if count_active_products(name_matches, min_hits) < min_hits then
      ids := search_ids(queries[i]);
      continue when count_active_products(ids, 1) = 0;
    end if;
    return json_build_object('first', i - 1, 'isKnown', false, 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_listing_after_rename()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from product_listing l join renamed r using (product_id)
    where l.names <> r.names order by l.category_id, l.product_id for no key update of l;
  update product_listing l set names = r.names from renamed r where l.product_id = r.product_id and l.names <> r.names;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_listed_names(query tsquery, min_count integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
begin
  return (select count(*) from (select from product_listing l where l.names @@ query limit min_count) l) = min_count;
end $function$;

CREATE OR REPLACE FUNCTION public.search_hits(queries tsquery[], exact tsquery[], cached_since pg_snapshot[], min_hits integer, in_listing boolean)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    if in_listing and has_listed_names(queries[i], min_hits) then
      return json_build_object('first', i - 1, 'kind', 'names');
    end if;
    if search_terms_unchanged_since(cached_since[i]) then return json_build_object('first', i - 1, 'kind', 'cached'); end if;
    ids := null;
    name_matches := search_ids_in_names(queries[i]);
    if count_active_products(name_matches, min_hits) < min_hits then
      ids := search_ids(queries[i]);
      continue when count_active_products(ids, 1) = 0;
    end if;
    return json_build_object('first', i - 1, 'kind', 'ids', 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_changed_menus(slugs text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if cardinality(slugs) = 0 then
    return;
  end if;
  insert into content_changes (tag)
    select 'everything' where exists (
      select from settings s, jsonb_path_query(s.value, '$.**.to') link(target)
      where s.key = 'shop.menus' and substring(link.target #>> '{}' from '^/([^?#]*)') = any (slugs));
end $function$;

CREATE OR REPLACE FUNCTION public.record_review_photos()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform record_changed_products(array(
      select distinct r.product_id from reviews r
      where r.status = 'published' and r.id in (select review_id from changed union select review_id from previous)));
  else
    perform record_changed_products(array(
      select distinct r.product_id from reviews r
      where r.status = 'published' and r.id in (select review_id from changed)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.media_content_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into content_changes (tag)
    select 'everything' where exists (
      select from updated n join previous o using (id)
      where (n.key, n.width, n.height) is distinct from (o.key, o.width, o.height));
  return null;
end $function$;

create table secret_fingerprint (
  is_only boolean default true not null,
  fingerprint text not null,
  recorded_at timestamp with time zone default now() not null,
  constraint secret_fingerprint_pkey PRIMARY KEY (is_only),
  constraint secret_fingerprint_is_only_check CHECK (is_only)
);

CREATE INDEX addresses_customer ON public.addresses USING btree (customer_id) WHERE (deleted_at IS NULL);
CREATE INDEX addresses_place ON public.addresses USING btree (country, postcode) WHERE (deleted_at IS NULL);
CREATE INDEX approvals_decided_by ON public.approvals USING btree (decided_by);
CREATE INDEX approvals_expiry ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX approvals_pending ON public.approvals USING btree (action, params) WHERE (status = 'pending'::text);
CREATE INDEX approvals_requested ON public.approvals USING btree (requested_at, id);
CREATE INDEX approvals_requested_by ON public.approvals USING btree (requested_by);
CREATE INDEX approvals_subject ON public.approvals USING btree (subject_kind, subject_id);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, at);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_kind, actor_id, at);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at, id);
CREATE INDEX audit_entries_request ON public.audit_entries USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_kind, subject_id, at);
CREATE INDEX banners_place ON public.banners USING btree (locale, place, "position");
CREATE INDEX brand_files_digest ON public.brand_files USING btree (digest);
CREATE INDEX carrier_orders_author ON public.carrier_orders USING btree (requested_by);
CREATE UNIQUE INDEX carrier_orders_current ON public.carrier_orders USING btree (shipment_id) WHERE (status = ANY (ARRAY['requested'::text, 'accepted'::text, 'created'::text]));
CREATE INDEX carrier_orders_due ON public.carrier_orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX carrier_orders_shipment ON public.carrier_orders USING btree (shipment_id, id DESC);
CREATE INDEX cart_gift_cards_customer ON public.cart_gift_cards USING btree (customer_id);
CREATE INDEX carts_abandoned ON public.carts USING btree (updated_at) WHERE (reminded_at IS NULL);
CREATE INDEX categories_parent ON public.categories USING btree (parent_id, "position");
CREATE INDEX consents_customer ON public.consents USING btree (customer_id, purpose, given_at DESC);
CREATE INDEX consents_email ON public.consents USING btree (email, purpose) WHERE (withdrawn_at IS NULL);
CREATE INDEX content_changes_changed_at ON public.content_changes USING btree (changed_at);
CREATE INDEX content_changes_xid ON public.content_changes USING btree (xid);
CREATE INDEX currency_rates_newest ON public.currency_rates USING btree (currency, valid_from DESC, id DESC);
CREATE INDEX customers_checkout ON public.customers USING btree (created_at) WHERE (checkout_email IS NOT NULL);
CREATE UNIQUE INDEX customers_email ON public.customers USING btree (email) WHERE (deleted_at IS NULL);
CREATE INDEX customers_phone ON public.customers USING btree ("right"(regexp_replace(phone, '\D'::text, ''::text, 'g'::text), 10)) WHERE (deleted_at IS NULL);
CREATE INDEX customs_checks_problems ON public.customs_checks USING btree (status, order_id) WHERE (status <> 'complete'::text);
CREATE INDEX documents_author ON public.documents USING btree (created_by);
CREATE UNIQUE INDEX documents_current ON public.documents USING btree (order_id, kind, COALESCE(shipment_id, (0)::bigint)) WHERE (superseded_at IS NULL);
CREATE INDEX documents_order ON public.documents USING btree (order_id, id DESC);
CREATE INDEX documents_shipment ON public.documents USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);
CREATE INDEX drafts_record ON public.drafts USING btree (kind, record_id);
CREATE INDEX drafts_updated_at ON public.drafts USING btree (updated_at);
CREATE INDEX email_links_change ON public.email_links USING btree (change_id);
CREATE INDEX email_links_customer ON public.email_links USING btree (customer_id);
CREATE INDEX emails_queued ON public.emails USING btree (queued_at);
CREATE INDEX emails_recipient ON public.emails USING btree (recipient) WHERE (recipient <> ''::text);
CREATE INDEX emails_sent ON public.emails USING btree (sent_at) WHERE ((sent_at IS NOT NULL) AND (recipient <> ''::text));
CREATE INDEX emails_unsent ON public.emails USING btree (id) WHERE (sent_at IS NULL);
CREATE INDEX gift_card_entries_order ON public.gift_card_entries USING btree (order_id);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);
CREATE INDEX import_changes_kind ON public.import_changes USING btree (import_id, kind, line);
CREATE INDEX import_profiles_creator ON public.import_profiles USING btree (created_by);
CREATE UNIQUE INDEX import_profiles_name ON public.import_profiles USING btree (lower(name));
CREATE INDEX import_profiles_supplier ON public.import_profiles USING btree (supplier_id);
CREATE INDEX imports_applied_by ON public.imports USING btree (applied_by);
CREATE INDEX imports_creator ON public.imports USING btree (created_by);
CREATE INDEX imports_profile ON public.imports USING btree (profile_id);
CREATE INDEX imports_supplier ON public.imports USING btree (supplier_id);
CREATE INDEX imports_undone_by ON public.imports USING btree (undone_by);
CREATE INDEX joined_orders_creator ON public.joined_orders USING btree (created_by);
CREATE UNIQUE INDEX joined_orders_current ON public.joined_orders USING btree (order_id) WHERE (separated_at IS NULL);
CREATE INDEX joined_orders_main ON public.joined_orders USING btree (main_order_id);
CREATE INDEX joined_orders_order ON public.joined_orders USING btree (order_id);
CREATE INDEX login_codes_email ON public.login_codes USING btree (email);
CREATE INDEX login_codes_expires ON public.login_codes USING btree (expires_at);
CREATE INDEX loyalty_accounts_expiring ON public.loyalty_accounts USING btree (next_expiry) WHERE (next_expiry IS NOT NULL);
CREATE INDEX loyalty_entries_customer ON public.loyalty_entries USING btree (customer_id, id DESC);
CREATE INDEX loyalty_entries_order ON public.loyalty_entries USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX notifications_announcement ON public.notifications USING btree (announcement_id, id) WHERE (announcement_id IS NOT NULL);
CREATE INDEX notifications_created ON public.notifications USING btree (created_at);
CREATE INDEX notifications_customer ON public.notifications USING btree (customer_id, created_at DESC);
CREATE INDEX order_assignments_staff ON public.order_assignments USING btree (staff_id);
CREATE INDEX order_edits_expiring ON public.order_edits USING btree (expires_at) WHERE (status = 'awaiting_payment'::text);
CREATE UNIQUE INDEX order_edits_open ON public.order_edits USING btree (order_id) WHERE (status = 'awaiting_payment'::text);
CREATE INDEX order_edits_order ON public.order_edits USING btree (order_id, id);
CREATE INDEX order_gift_cards_unsent ON public.order_gift_cards USING btree (send_on) WHERE ((gift_card_id IS NOT NULL) AND (sent_at IS NULL));
CREATE INDEX order_history_order ON public.order_history USING btree (order_id, id);
CREATE INDEX order_lines_product ON public.order_lines USING btree (product_id);
CREATE INDEX order_message_photos_customer ON public.order_message_photos USING btree (customer_id);
CREATE INDEX order_message_photos_unused ON public.order_message_photos USING btree (uploaded_at) WHERE (note_id IS NULL);
CREATE INDEX order_notes_answer ON public.order_notes USING btree (answer_id) WHERE (answer_id IS NOT NULL);
CREATE INDEX order_notes_author ON public.order_notes USING btree (author_id);
CREATE INDEX order_notes_order ON public.order_notes USING btree (order_id, id);
CREATE INDEX order_notes_unanswered ON public.order_notes USING btree (order_id, created_at) WHERE (is_from_customer AND (answered_at IS NULL));
CREATE INDEX orders_country ON public.orders USING btree (((address ->> 'country'::text)), placed_at, id);
CREATE INDEX orders_customer_list ON public.orders USING btree (customer_id, placed_at DESC, id) INCLUDE (status);
CREATE INDEX orders_due ON public.orders USING btree (COALESCE(paid_at, 'infinity'::timestamp with time zone), id);
CREATE INDEX orders_in_transit ON public.orders USING btree (promised_until) WHERE (status = 'shipped'::text);
CREATE INDEX orders_last_name ON public.orders USING btree (lower((address ->> 'last_name'::text)) text_pattern_ops) WHERE (address IS NOT NULL);
CREATE INDEX orders_phone ON public.orders USING btree ("right"(regexp_replace((address ->> 'phone_mobile'::text), '\D'::text, ''::text, 'g'::text), 10)) WHERE (address IS NOT NULL);
CREATE INDEX orders_phone_end ON public.orders USING btree ("right"(regexp_replace((address ->> 'phone_mobile'::text), '\D'::text, ''::text, 'g'::text), 4)) WHERE (address IS NOT NULL);
CREATE INDEX orders_placed ON public.orders USING btree (placed_at, id);
CREATE INDEX orders_promised ON public.orders USING btree (promised_until) WHERE (promised_until IS NOT NULL);
CREATE INDEX orders_replaces ON public.orders USING btree (replaces_order_id) WHERE (replaces_order_id IS NOT NULL);
CREATE INDEX orders_shipping_method ON public.orders USING btree (shipping_method_id, placed_at, id);
CREATE INDEX orders_source ON public.orders USING btree (source, placed_at DESC, id DESC) WHERE (source <> 'storefront'::text);
CREATE INDEX orders_status ON public.orders USING btree (status, placed_at, id);
CREATE INDEX orders_tracking ON public.orders USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX orders_tracking_prefix ON public.orders USING btree (tracking_number text_pattern_ops) WHERE (tracking_number IS NOT NULL);
CREATE INDEX orders_unpaid ON public.orders USING btree (pay_until) WHERE (status = 'awaiting_payment'::text);
CREATE INDEX orders_unshipped ON public.orders USING btree (COALESCE(paid_at, 'infinity'::timestamp with time zone), id) WHERE ((status = ANY (ARRAY['paid'::text, 'packing'::text])) AND (products_minor > 0));
CREATE INDEX passkey_challenges_customer ON public.passkey_challenges USING btree (customer_id);
CREATE INDEX passkey_challenges_expires ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkeys_customer ON public.passkeys USING btree (customer_id);
CREATE INDEX password_resets_customer ON public.password_resets USING btree (customer_id);
CREATE UNIQUE INDEX payment_attempts_live ON public.payment_attempts USING btree (payment_id) WHERE (status = ANY (ARRAY['pending'::text, 'challenge'::text, 'succeeded'::text]));
CREATE INDEX payment_attempts_open ON public.payment_attempts USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'challenge'::text]));
CREATE INDEX payment_attempts_payment ON public.payment_attempts USING btree (payment_id, created_at);
CREATE INDEX payment_corrections_created ON public.payment_corrections USING btree (created_at DESC);
CREATE INDEX payment_corrections_payment ON public.payment_corrections USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX payments_created ON public.payments USING btree (created_at, id);
CREATE UNIQUE INDEX payments_live ON public.payments USING btree (order_id, purpose) WHERE ((status = ANY (ARRAY['awaiting'::text, 'error'::text])) OR ((status = 'success'::text) AND (purpose = 'order'::text)));
CREATE INDEX payments_open ON public.payments USING btree (order_id) WHERE (status = ANY (ARRAY['awaiting'::text, 'error'::text]));
CREATE INDEX payments_order ON public.payments USING btree (order_id, created_at DESC);
CREATE INDEX pickup_points_city ON public.pickup_points USING btree (country, city_en) WHERE (closed_at IS NULL);
CREATE INDEX pickup_points_city_en ON public.pickup_points USING btree (country, lower(city_en)) WHERE (closed_at IS NULL);
CREATE INDEX pickup_points_city_latin ON public.pickup_points USING btree (country, lower(city_latin)) WHERE (closed_at IS NULL);
CREATE INDEX pickup_points_city_ru ON public.pickup_points USING btree (country, lower(city_ru)) WHERE (closed_at IS NULL);
CREATE INDEX posts_newest ON public.posts USING btree (kind, locale, published_at DESC);
CREATE INDEX presence_subject ON public.presence USING btree (subject_kind, subject_id);
CREATE INDEX price_history_valid_from ON public.price_history USING btree (valid_from);
CREATE INDEX product_alerts_due ON public.product_alerts USING btree (due_at) WHERE ((sent_at IS NULL) AND (kind = 'refill'::text));
CREATE INDEX product_alerts_pending ON public.product_alerts USING btree (product_id, option_id) WHERE (sent_at IS NULL);
CREATE INDEX product_alerts_sent ON public.product_alerts USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX product_images_media ON public.product_images USING btree (media_id);
CREATE INDEX product_ingredients_slug ON public.product_ingredients USING btree (slug, product_id);
CREATE INDEX product_listing_best_selling ON public.product_listing USING btree (units_sold DESC, product_id) WHERE (units_sold > 0);
CREATE INDEX product_listing_brand ON public.product_listing USING btree (brand_id);
CREATE INDEX product_listing_category ON public.product_listing USING btree (category_id);
CREATE INDEX product_listing_concerns ON public.product_listing USING gin (concern_ids) WITH (fastupdate=off);
CREATE INDEX product_listing_discounted ON public.product_listing USING btree (discount_percent) WHERE (discount_percent > 0);
CREATE INDEX product_listing_names ON public.product_listing USING gin (names) WITH (fastupdate=off);
CREATE INDEX product_listing_newest ON public.product_listing USING btree (is_in_stock DESC, published_at DESC, product_id);
CREATE INDEX product_listing_popular ON public.product_listing USING btree (is_in_stock DESC, units_sold DESC, product_id);
CREATE INDEX product_listing_published ON public.product_listing USING btree (published_at);
CREATE INDEX product_listing_sale_ends ON public.product_listing USING btree (sale_ends_at) WHERE (sale_ends_at IS NOT NULL);
CREATE INDEX product_listing_series ON public.product_listing USING btree (series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX product_listing_tags ON public.product_listing USING gin (tag_ids);
CREATE INDEX product_previews_expires_at ON public.product_previews USING btree (expires_at);
CREATE INDEX product_terms_names ON public.product_terms USING gin (names);
CREATE INDEX product_terms_updated_xid ON public.product_terms USING btree (updated_xid);
CREATE INDEX product_terms_words ON public.product_terms USING gin (words);
CREATE UNIQUE INDEX product_variants_option ON public.product_variants USING btree (option_id) WHERE (option_id > 0);
CREATE INDEX product_variants_sale ON public.product_variants USING btree (sale_ends_at) WHERE (old_price_minor IS NOT NULL);
CREATE INDEX products_barcode ON public.products USING btree (barcode text_pattern_ops);
CREATE INDEX products_best_selling ON public.products USING btree (units_sold DESC, id) WHERE ((status = 'active'::text) AND (units_sold > 0));
CREATE INDEX products_brand ON public.products USING btree (brand_id) INCLUDE (id, status, concern_ids, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold, rating_sum, reviews_count);
CREATE INDEX products_category ON public.products USING btree (category_id) INCLUDE (id, brand_id, concern_ids, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold, rating_sum, reviews_count) WHERE (status = 'active'::text);
CREATE INDEX products_concerns ON public.products USING gin (concern_ids);
CREATE INDEX products_discounted ON public.products USING btree (discount_percent) WHERE ((status = 'active'::text) AND (discount_percent > 0));
CREATE INDEX products_hs_codes ON public.products USING btree (category_id, hs_code) INCLUDE (id);
CREATE INDEX products_incomplete ON public.products USING btree (updated_at, id) WHERE ((status = 'active'::text) AND ((NOT is_complete_hs_code(hs_code)) OR (NOT is_specific_customs_name(customs_name_en)) OR ((description_ru = ''::text) <> (description_en = ''::text))));
CREATE INDEX products_low_stock ON public.products USING btree (updated_at, id) WHERE ((status = 'active'::text) AND (stock <= 5));
CREATE INDEX products_missing_description ON public.products USING btree (units_sold DESC, id) WHERE (((description_ru = ''::text) <> (description_en = ''::text)) AND (status <> 'discontinued'::text));
CREATE INDEX products_newest ON public.products USING btree (((stock > 0)) DESC, published_at DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_not_active ON public.products USING btree (status, updated_at, id) WHERE (status <> 'active'::text);
CREATE INDEX products_popular ON public.products USING btree (((stock > 0)) DESC, units_sold DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_reference ON public.products USING btree (normalize_product_code(reference) text_pattern_ops);
CREATE INDEX products_sale_ends ON public.products USING btree (sale_ends_at) WHERE (has_options AND (sale_ends_at IS NOT NULL));
CREATE INDEX products_series ON public.products USING btree (series_id);
CREATE INDEX products_stock ON public.products USING btree (stock, id);
CREATE INDEX products_tags ON public.products USING gin (tag_ids);
CREATE INDEX products_updated ON public.products USING btree (updated_at, id);
CREATE INDEX products_updated_xid ON public.products USING btree (updated_xid);
CREATE INDEX products_without_customs_data ON public.products USING btree (id) WHERE ((hs_code = ''::text) OR (customs_name_en = ''::text));
CREATE INDEX promo_code_uses_code ON public.promo_code_uses USING btree (promo_code_id, customer_id);
CREATE INDEX purchase_order_lines_variant ON public.purchase_order_lines USING btree (product_id, option_id);
CREATE INDEX purchase_orders_creator ON public.purchase_orders USING btree (created_by);
CREATE INDEX purchase_orders_currency ON public.purchase_orders USING btree (currency);
CREATE INDEX purchase_orders_status ON public.purchase_orders USING btree (status, id);
CREATE INDEX purchase_orders_supplier ON public.purchase_orders USING btree (supplier_id, id);
CREATE INDEX push_subscriptions_customer ON public.push_subscriptions USING btree (customer_id);
CREATE INDEX questions_customer ON public.questions USING btree (customer_id);
CREATE INDEX questions_published ON public.questions USING btree (product_id, published_at DESC) WHERE (status = 'published'::text);
CREATE INDEX questions_status ON public.questions USING btree (status, created_at, id);
CREATE UNIQUE INDEX questions_unique ON public.questions USING btree (product_id, customer_id, md5(text));
CREATE INDEX questions_vector ON public.questions USING gin (build_question_vector(text)) WHERE ((status = 'published'::text) AND (answer <> ''::text));
CREATE INDEX quiz_results_customer ON public.quiz_results USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX quiz_results_taken ON public.quiz_results USING btree (taken_at);
CREATE INDEX redirects_to_path ON public.redirects USING btree (to_path);
CREATE INDEX refund_lines_order ON public.refund_lines USING btree (order_id, line);
CREATE INDEX refunds_created_by ON public.refunds USING btree (created_by);
CREATE INDEX refunds_ended ON public.refunds USING btree (ended_at) WHERE (status = 'succeeded'::text);
CREATE INDEX refunds_failed ON public.refunds USING btree (created_at) WHERE (status = 'failed'::text);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_pending ON public.refunds USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX return_lines_order_line ON public.return_lines USING btree (order_id, order_line);
CREATE INDEX return_photos_customer ON public.return_photos USING btree (customer_id);
CREATE INDEX return_photos_unused ON public.return_photos USING btree (uploaded_at) WHERE (return_id IS NULL);
CREATE INDEX return_refunds_return ON public.return_refunds USING btree (return_id);
CREATE INDEX returns_order ON public.returns USING btree (order_id, id);
CREATE INDEX returns_requested ON public.returns USING btree (requested_at, id);
CREATE INDEX returns_status ON public.returns USING btree (status, requested_at, id);
CREATE INDEX review_photos_media ON public.review_photos USING btree (media_id);
CREATE INDEX review_uploads_uploaded ON public.review_uploads USING btree (uploaded_at);
CREATE INDEX review_votes_customer ON public.review_votes USING btree (customer_id);
CREATE INDEX reviews_customer ON public.reviews USING btree (customer_id, created_at DESC);
CREATE INDEX reviews_published ON public.reviews USING btree (product_id, published_at DESC) WHERE (status = 'published'::text);
CREATE INDEX reviews_status ON public.reviews USING btree (status, created_at, id);
CREATE INDEX saved_views_owner ON public.saved_views USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX saved_views_resource ON public.saved_views USING btree (resource, "position", id);
CREATE INDEX search_queries_day ON public.search_queries USING btree (day);
CREATE INDEX search_query_visitors_day ON public.search_query_visitors USING btree (day);
CREATE INDEX sessions_customer ON public.sessions USING btree (customer_id);
CREATE INDEX sessions_expires ON public.sessions USING btree (expires_at);
CREATE INDEX setting_changes_key ON public.setting_changes USING btree (key, id);
CREATE INDEX shipment_events_storage ON public.shipment_events USING btree (storage_until) WHERE (storage_until IS NOT NULL);
CREATE INDEX shipment_items_order_line ON public.shipment_items USING btree (order_id, order_line);
CREATE INDEX shipment_scans_item ON public.shipment_scans USING btree (shipment_id, order_line);
CREATE INDEX shipment_scans_staff ON public.shipment_scans USING btree (staff_id);
CREATE INDEX shipments_method ON public.shipments USING btree (method_id);
CREATE INDEX shipments_packed ON public.shipments USING btree (packed_at, id) WHERE (status = 'packed'::text);
CREATE INDEX shipments_packer ON public.shipments USING btree (packed_by);
CREATE INDEX shipments_tracking ON public.shipments USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE UNIQUE INDEX staff_email ON public.staff USING btree (email) WHERE (status <> 'disabled'::text);
CREATE INDEX staff_role ON public.staff USING btree (role_id);
CREATE UNIQUE INDEX staff_invitations_email ON public.staff_invitations USING btree (email) WHERE (accepted_at IS NULL);
CREATE INDEX staff_notifications_actor ON public.staff_notifications USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX staff_notifications_created ON public.staff_notifications USING btree (created_at);
CREATE INDEX staff_notifications_staff ON public.staff_notifications USING btree (staff_id, id);
CREATE INDEX staff_notifications_unread ON public.staff_notifications USING btree (staff_id) WHERE (read_at IS NULL);
CREATE INDEX staff_sessions_expires ON public.staff_sessions USING btree (expires_at);
CREATE INDEX staff_sessions_staff ON public.staff_sessions USING btree (staff_id);
CREATE INDEX stock_count_lines_product ON public.stock_count_lines USING btree (product_id);
CREATE INDEX stock_count_lines_staff ON public.stock_count_lines USING btree (counted_by);
CREATE INDEX stock_count_scans_count ON public.stock_count_scans USING btree (count_id);
CREATE INDEX stock_count_scans_product ON public.stock_count_scans USING btree (product_id);
CREATE INDEX stock_counts_brand ON public.stock_counts USING btree (brand_id);
CREATE INDEX stock_counts_category ON public.stock_counts USING btree (category_id);
CREATE INDEX stock_counts_closer ON public.stock_counts USING btree (closed_by);
CREATE INDEX stock_counts_creator ON public.stock_counts USING btree (created_by);
CREATE INDEX stock_counts_status ON public.stock_counts USING btree (status, id);
CREATE INDEX stock_movements_order ON public.stock_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX stock_movements_purchase_order ON public.stock_movements USING btree (purchase_order_id) WHERE (purchase_order_id IS NOT NULL);
CREATE INDEX stock_movements_sales ON public.stock_movements USING btree (at) WHERE (kind = ANY (ARRAY['order'::text, 'release'::text]));
CREATE INDEX stock_movements_stock_count ON public.stock_movements USING btree (stock_count_id) WHERE (stock_count_id IS NOT NULL);
CREATE INDEX stock_movements_variant ON public.stock_movements USING btree (product_id, option_id, id);
CREATE INDEX suppliers_currency ON public.suppliers USING btree (currency);
CREATE UNIQUE INDEX suppliers_name ON public.suppliers USING btree (lower(name)) WHERE is_active;
CREATE INDEX task_items_failed ON public.task_items USING btree (task_id, seq) WHERE (status = 'failed'::text);
CREATE INDEX task_items_pending ON public.task_items USING btree (task_id, seq) WHERE (status = 'pending'::text);
CREATE INDEX task_items_subject ON public.task_items USING btree (subject_id);
CREATE INDEX task_items_undoable ON public.task_items USING btree (task_id, seq) WHERE can_undo;
CREATE INDEX tasks_created_by ON public.tasks USING btree (created_by, id);
CREATE INDEX tasks_open ON public.tasks USING btree (id) WHERE (finished_at IS NULL);
CREATE INDEX tasks_planned ON public.tasks USING btree (run_at) WHERE ((run_at IS NOT NULL) AND (finished_at IS NULL));
CREATE INDEX tasks_run_at ON public.tasks USING btree (run_at) WHERE (run_at IS NOT NULL);
CREATE UNIQUE INDEX tasks_undo_of ON public.tasks USING btree (undo_of) WHERE (finished_at IS NULL);
CREATE INDEX tasks_undone ON public.tasks USING btree (undo_of) WHERE (undo_of IS NOT NULL);
CREATE INDEX undo_records_expired ON public.undo_records USING btree (valid_until);
CREATE INDEX unused_images_since ON public.unused_images USING btree (since);
CREATE INDEX variant_costs_currency ON public.variant_costs USING btree (currency);
CREATE INDEX webhook_events_processed ON public.webhook_events USING btree (processed_at) WHERE (processed_at IS NOT NULL);
CREATE INDEX webhook_events_unprocessed ON public.webhook_events USING btree (received_at) WHERE (processed_at IS NULL);

alter table addresses add constraint addresses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table announcements add constraint announcements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table approvals add constraint approvals_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table approvals add constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff(id);
alter table approvals add constraint approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES staff(id);
alter table banners add constraint banners_narrow_id_fkey FOREIGN KEY (narrow_id) REFERENCES media(id);
alter table banners add constraint banners_wide_id_fkey FOREIGN KEY (wide_id) REFERENCES media(id);
alter table carrier_orders add constraint carrier_orders_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES staff(id);
alter table carrier_orders add constraint carrier_orders_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE;
alter table cart_gift_cards add constraint cart_gift_cards_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES carts(customer_id) ON DELETE CASCADE;
alter table cart_gifts add constraint cart_gifts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES carts(customer_id) ON DELETE CASCADE;
alter table cart_gifts add constraint cart_gifts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table cart_lines add constraint cart_lines_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES carts(customer_id) ON DELETE CASCADE;
alter table cart_lines add constraint cart_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table cart_saved_items add constraint cart_saved_items_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES carts(customer_id) ON DELETE CASCADE;
alter table cart_saved_items add constraint cart_saved_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table carts add constraint carts_address_id_fkey FOREIGN KEY (address_id) REFERENCES addresses(id);
alter table carts add constraint carts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table carts add constraint carts_gift_card_id_fkey FOREIGN KEY (gift_card_id) REFERENCES gift_cards(id) ON DELETE SET NULL;
alter table carts add constraint carts_pickup_point_fkey FOREIGN KEY (pickup_point) REFERENCES pickup_points(code);
alter table carts add constraint carts_shipping_method_id_fkey FOREIGN KEY (shipping_method_id) REFERENCES shipping_methods(id);
alter table categories add constraint categories_image_id_fkey FOREIGN KEY (image_id) REFERENCES media(id);
alter table categories add constraint categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES categories(id);
alter table consents add constraint consents_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL;
alter table currency_rates add constraint currency_rates_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table customs_checks add constraint customs_checks_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table customs_rules add constraint customs_rules_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table customs_rules add constraint customs_rules_fee_currency_fkey FOREIGN KEY (fee_currency) REFERENCES currencies(code);
alter table customs_rules add constraint customs_rules_limit_currency_fkey FOREIGN KEY (limit_currency) REFERENCES currencies(code);
alter table declaration_limits add constraint declaration_limits_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table documents add constraint documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table documents add constraint documents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table documents add constraint documents_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE;
alter table drafts add constraint drafts_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table email_changes add constraint email_changes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table email_links add constraint email_links_change_id_fkey FOREIGN KEY (change_id) REFERENCES email_changes(id) ON DELETE CASCADE;
alter table email_links add constraint email_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table excluded_ingredients add constraint excluded_ingredients_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table export_limits add constraint export_limits_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table export_limits add constraint export_limits_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table gift_card_entries add constraint gift_card_entries_gift_card_id_fkey FOREIGN KEY (gift_card_id) REFERENCES gift_cards(id);
alter table gift_card_entries add constraint gift_card_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table gift_cards add constraint gift_cards_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES orders(id);
alter table gift_tier_products add constraint gift_tier_products_gift_tier_id_fkey FOREIGN KEY (gift_tier_id) REFERENCES gift_tiers(id) ON DELETE CASCADE;
alter table gift_tier_products add constraint gift_tier_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table import_changes add constraint import_changes_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
alter table import_file_parts add constraint import_file_parts_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
alter table import_profiles add constraint import_profiles_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table import_profiles add constraint import_profiles_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id) ON DELETE SET NULL;
alter table imports add constraint imports_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES staff(id);
alter table imports add constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table imports add constraint imports_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES import_profiles(id) ON DELETE SET NULL;
alter table imports add constraint imports_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id) ON DELETE SET NULL;
alter table imports add constraint imports_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES staff(id);
alter table joined_orders add constraint joined_orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table joined_orders add constraint joined_orders_main_order_id_fkey FOREIGN KEY (main_order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table joined_orders add constraint joined_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table known_devices add constraint known_devices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table list_preferences add constraint list_preferences_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table loyalty_accounts add constraint loyalty_accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table loyalty_entries add constraint loyalty_entries_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES loyalty_accounts(customer_id);
alter table loyalty_entries add constraint loyalty_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table message_preferences add constraint message_preferences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table notifications add constraint notifications_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id) ON DELETE CASCADE;
alter table notifications add constraint notifications_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table on_time_rates add constraint on_time_rates_country_fkey FOREIGN KEY (country) REFERENCES countries(code) ON DELETE CASCADE;
alter table order_assignments add constraint order_assignments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_assignments add constraint order_assignments_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table order_edits add constraint order_edits_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table order_edits add constraint order_edits_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_edits add constraint order_edits_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table order_edits add constraint order_edits_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
alter table order_gift_cards add constraint order_gift_cards_gift_card_id_fkey FOREIGN KEY (gift_card_id) REFERENCES gift_cards(id);
alter table order_gift_cards add constraint order_gift_cards_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_history add constraint order_history_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_lines add constraint order_lines_added_by_edit_fkey FOREIGN KEY (added_by_edit) REFERENCES order_edits(id);
alter table order_lines add constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_lines add constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table order_lines add constraint order_lines_removed_by_edit_fkey FOREIGN KEY (removed_by_edit) REFERENCES order_edits(id);
alter table order_message_photos add constraint order_message_photos_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table order_message_photos add constraint order_message_photos_note_id_fkey FOREIGN KEY (note_id) REFERENCES order_notes(id) ON DELETE CASCADE;
alter table order_notes add constraint order_notes_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES order_notes(id);
alter table order_notes add constraint order_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES staff(id);
alter table order_notes add constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table orders add constraint orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table orders add constraint orders_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table orders add constraint orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table orders add constraint orders_customs_rule_id_fkey FOREIGN KEY (customs_rule_id) REFERENCES customs_rules(id);
alter table orders add constraint orders_replaces_order_id_fkey FOREIGN KEY (replaces_order_id) REFERENCES orders(id);
alter table orders add constraint orders_shipping_method_id_fkey FOREIGN KEY (shipping_method_id) REFERENCES shipping_methods(id);
alter table outdated_translations add constraint outdated_translations_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table page_versions add constraint page_versions_slug_locale_fkey FOREIGN KEY (slug, locale) REFERENCES pages(slug, locale) ON DELETE CASCADE;
alter table passkey_challenges add constraint passkey_challenges_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table passkeys add constraint passkeys_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table payment_attempts add constraint payment_attempts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table payment_corrections add constraint payment_corrections_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table payment_corrections add constraint payment_corrections_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table payments add constraint payments_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table payments add constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table pickup_points add constraint pickup_points_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table pickup_points add constraint pickup_points_method_id_fkey FOREIGN KEY (method_id) REFERENCES shipping_methods(id);
alter table post_products add constraint post_products_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE;
alter table post_products add constraint post_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table post_tags add constraint post_tags_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE;
alter table posts add constraint posts_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES media(id);
alter table presence add constraint presence_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table price_history add constraint price_history_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_alerts add constraint product_alerts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table product_alerts add constraint product_alerts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_images add constraint product_images_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id);
alter table product_images add constraint product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_ingredients add constraint product_ingredients_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_listing add constraint product_listing_goods_id_fkey FOREIGN KEY (goods_id) REFERENCES product_goods(id);
alter table product_previews add constraint product_previews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_previews add constraint product_previews_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table product_terms add constraint product_terms_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_variants add constraint product_variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table products add constraint products_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id);
alter table products add constraint products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table products add constraint products_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id);
alter table promo_code_categories add constraint promo_code_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table promo_code_categories add constraint promo_code_categories_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id) ON DELETE CASCADE;
alter table promo_code_products add constraint promo_code_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table promo_code_products add constraint promo_code_products_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id) ON DELETE CASCADE;
alter table promo_code_uses add constraint promo_code_uses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table promo_code_uses add constraint promo_code_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table promo_code_uses add constraint promo_code_uses_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table promo_codes add constraint promo_codes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table promo_codes add constraint promo_codes_gift_product_id_fkey FOREIGN KEY (gift_product_id) REFERENCES products(id);
alter table purchase_order_lines add constraint purchase_order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table purchase_order_lines add constraint purchase_order_lines_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE;
alter table purchase_orders add constraint purchase_orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table purchase_orders add constraint purchase_orders_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table purchase_orders add constraint purchase_orders_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id);
alter table push_subscriptions add constraint push_subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table questions add constraint questions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table questions add constraint questions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table quiz_results add constraint quiz_results_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table recipient_identities add constraint recipient_identities_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES second_factors(customer_id) ON DELETE CASCADE;
alter table refund_lines add constraint refund_lines_order_id_line_fkey FOREIGN KEY (order_id, line) REFERENCES order_lines(order_id, line) ON DELETE CASCADE;
alter table refund_lines add constraint refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE;
alter table refunds add constraint refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table refunds add constraint refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table refunds add constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table refunds add constraint refunds_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES refunds(id);
alter table return_lines add constraint return_lines_order_id_order_line_fkey FOREIGN KEY (order_id, order_line) REFERENCES order_lines(order_id, line);
alter table return_lines add constraint return_lines_return_id_order_id_fkey FOREIGN KEY (return_id, order_id) REFERENCES returns(id, order_id) ON DELETE CASCADE;
alter table return_photos add constraint return_photos_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table return_photos add constraint return_photos_return_id_fkey FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE;
alter table return_refunds add constraint return_refunds_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
alter table return_refunds add constraint return_refunds_return_id_fkey FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE;
alter table returns add constraint returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table returns add constraint returns_replacement_order_id_fkey FOREIGN KEY (replacement_order_id) REFERENCES orders(id);
alter table review_photos add constraint review_photos_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id);
alter table review_photos add constraint review_photos_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE;
alter table review_summaries add constraint review_summaries_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table review_uploads add constraint review_uploads_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table review_uploads add constraint review_uploads_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id);
alter table review_votes add constraint review_votes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table review_votes add constraint review_votes_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE;
alter table review_word_updates add constraint review_word_updates_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table review_words add constraint review_words_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table reviews add constraint reviews_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table reviews add constraint reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table saved_views add constraint saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table second_factors add constraint second_factors_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table series add constraint series_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id);
alter table sessions add constraint sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table shipment_events add constraint shipment_events_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE;
alter table shipment_items add constraint shipment_items_order_id_order_line_fkey FOREIGN KEY (order_id, order_line) REFERENCES order_lines(order_id, line) ON DELETE CASCADE;
alter table shipment_items add constraint shipment_items_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE;
alter table shipment_scans add constraint shipment_scans_shipment_id_order_line_fkey FOREIGN KEY (shipment_id, order_line) REFERENCES shipment_items(shipment_id, line) ON DELETE CASCADE;
alter table shipment_scans add constraint shipment_scans_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id);
alter table shipments add constraint shipments_method_id_fkey FOREIGN KEY (method_id) REFERENCES shipping_methods(id);
alter table shipments add constraint shipments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table shipments add constraint shipments_packed_by_fkey FOREIGN KEY (packed_by) REFERENCES staff(id);
alter table shipping_method_countries add constraint shipping_method_countries_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table shipping_method_countries add constraint shipping_method_countries_method_id_fkey FOREIGN KEY (method_id) REFERENCES shipping_methods(id);
alter table shipping_restrictions add constraint shipping_restrictions_method_id_fkey FOREIGN KEY (method_id) REFERENCES shipping_methods(id);
alter table staff add constraint staff_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id);
alter table staff_demo_links add constraint staff_demo_links_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table staff_invitations add constraint staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES staff(id) ON DELETE SET NULL;
alter table staff_invitations add constraint staff_invitations_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id);
alter table staff_known_devices add constraint staff_known_devices_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table staff_notifications add constraint staff_notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES staff(id) ON DELETE SET NULL;
alter table staff_notifications add constraint staff_notifications_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table staff_recovery_codes add constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table staff_sessions add constraint staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE;
alter table stock_count_lines add constraint stock_count_lines_count_id_fkey FOREIGN KEY (count_id) REFERENCES stock_counts(id) ON DELETE CASCADE;
alter table stock_count_lines add constraint stock_count_lines_counted_by_fkey FOREIGN KEY (counted_by) REFERENCES staff(id);
alter table stock_count_lines add constraint stock_count_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_count_scans add constraint stock_count_scans_count_id_fkey FOREIGN KEY (count_id) REFERENCES stock_counts(id) ON DELETE CASCADE;
alter table stock_count_scans add constraint stock_count_scans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_counts add constraint stock_counts_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE SET NULL;
alter table stock_counts add constraint stock_counts_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL;
alter table stock_counts add constraint stock_counts_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES staff(id);
alter table stock_counts add constraint stock_counts_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table stock_movements add constraint stock_movements_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table stock_movements add constraint stock_movements_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table stock_movements add constraint stock_movements_stock_count_id_fkey FOREIGN KEY (stock_count_id) REFERENCES stock_counts(id);
alter table suppliers add constraint suppliers_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table task_items add constraint task_items_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id);
alter table tasks add constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id);
alter table tasks add constraint tasks_undo_of_fkey FOREIGN KEY (undo_of) REFERENCES tasks(id);
alter table unused_images add constraint unused_images_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id);
alter table variant_costs add constraint variant_costs_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code);
alter table variant_costs add constraint variant_costs_product_id_option_id_fkey FOREIGN KEY (product_id, option_id) REFERENCES product_variants(product_id, option_id) ON DELETE CASCADE;
alter table wishlist_gifts add constraint wishlist_gifts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES wishlist_shares(customer_id) ON DELETE CASCADE;
alter table wishlist_gifts add constraint wishlist_gifts_customer_id_product_id_fkey FOREIGN KEY (customer_id, product_id) REFERENCES wishlist_items(customer_id, product_id) ON DELETE CASCADE;
alter table wishlist_items add constraint wishlist_items_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table wishlist_items add constraint wishlist_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table wishlist_shares add constraint wishlist_shares_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;

CREATE TRIGGER audit_entries_after_insert AFTER INSERT ON public.audit_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION publish_audit_entries();
CREATE TRIGGER audit_entries_before_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_append_only_table();
CREATE TRIGGER audit_seals_before_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_append_only_table();
CREATE TRIGGER banners_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.banners FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER brand_files_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.brand_files FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER brands_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.brands FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER brands_after_name_update AFTER UPDATE OF name, name_ru, name_ja, tagline_ru, tagline_en ON public.brands FOR EACH ROW EXECUTE FUNCTION refresh_terms_of_related_products('brand_id = $1');
CREATE TRIGGER categories_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER categories_after_name_update AFTER UPDATE OF name_ru, name_en ON public.categories FOR EACH ROW EXECUTE FUNCTION refresh_terms_of_related_products('category_path @> array[$1]');
CREATE TRIGGER concerns_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.concerns FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER concerns_after_name_update AFTER UPDATE OF name_ru, name_en ON public.concerns FOR EACH ROW EXECUTE FUNCTION refresh_terms_of_related_products('concern_ids @> array[$1]');
CREATE TRIGGER countries_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.countries FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER currencies_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.currencies FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER currency_rates_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.currency_rates FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER customs_rules_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.customs_rules FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER declaration_limits_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.declaration_limits FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER documents_before_update BEFORE UPDATE ON public.documents FOR EACH ROW EXECUTE FUNCTION keep_document();
CREATE TRIGGER export_limits_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.export_limits FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER gift_tier_products_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.gift_tier_products FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER gift_tiers_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.gift_tiers FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER ingredients_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.ingredients FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER media_content_after_update AFTER UPDATE ON public.media REFERENCING OLD TABLE AS previous NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION media_content_after_update();
CREATE TRIGGER on_time_rates_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.on_time_rates FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER order_history_after_insert AFTER INSERT ON public.order_history REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION publish_order_history();
CREATE TRIGGER page_versions_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.page_versions FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER pages_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER post_products_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.post_products FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER post_tags_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.post_tags FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER posts_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.posts FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER product_images_after_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_lists_of_pictures();
CREATE TRIGGER product_images_after_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_lists_of_pictures();
CREATE TRIGGER product_images_after_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_lists_of_pictures();
CREATE TRIGGER product_images_content_after_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_images_content_after_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_images_content_after_truncate AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER product_images_content_after_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_ingredients_after_change AFTER INSERT OR DELETE OR UPDATE ON public.product_ingredients FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('catalog');
CREATE TRIGGER product_ingredients_after_delete AFTER DELETE ON public.product_ingredients REFERENCING OLD TABLE AS previous FOR EACH STATEMENT EXECUTE FUNCTION request_composition_counts();
CREATE TRIGGER product_ingredients_after_insert AFTER INSERT ON public.product_ingredients REFERENCING NEW TABLE AS current FOR EACH STATEMENT EXECUTE FUNCTION request_composition_counts();
CREATE TRIGGER product_ingredients_after_update AFTER UPDATE ON public.product_ingredients REFERENCING OLD TABLE AS previous NEW TABLE AS current FOR EACH STATEMENT EXECUTE FUNCTION request_composition_counts();
CREATE TRIGGER product_ingredients_content_after_delete AFTER DELETE ON public.product_ingredients REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_ingredients_content_after_insert AFTER INSERT ON public.product_ingredients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_ingredients_content_after_truncate AFTER TRUNCATE ON public.product_ingredients FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER product_ingredients_content_after_update AFTER UPDATE ON public.product_ingredients REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_listing_after_insert AFTER INSERT ON public.product_terms REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION product_listing_after_insert();
CREATE TRIGGER product_listing_after_rename AFTER UPDATE ON public.product_terms REFERENCING NEW TABLE AS renamed FOR EACH STATEMENT EXECUTE FUNCTION product_listing_after_rename();
CREATE TRIGGER product_terms_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_terms FOR EACH STATEMENT EXECUTE FUNCTION record_search_change();
CREATE TRIGGER product_variants_after_delete AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION product_variants_after_delete();
CREATE TRIGGER product_variants_after_delete_movements AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION add_stock_movements();
CREATE TRIGGER product_variants_after_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION product_variants_after_insert();
CREATE TRIGGER product_variants_after_insert_movements AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION add_stock_movements();
CREATE TRIGGER product_variants_after_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS previous NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION product_variants_after_update();
CREATE TRIGGER product_variants_after_update_movements AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS previous NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION add_stock_movements();
CREATE TRIGGER product_variants_before_write BEFORE INSERT OR UPDATE OF price_minor, old_price_minor, sale_ends_at ON public.product_variants FOR EACH ROW EXECUTE FUNCTION set_reference_price();
CREATE TRIGGER product_variants_content_after_delete AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_variants_content_after_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_variants_content_after_truncate AFTER TRUNCATE ON public.product_variants FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER product_variants_content_after_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER product_listing_after_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION product_listing_after_delete();
CREATE TRIGGER product_listing_after_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION product_listing_after_truncate();
CREATE TRIGGER product_listing_after_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS previous NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION product_listing_after_update();
CREATE TRIGGER products_after_delete AFTER DELETE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION count_product_deletion();
CREATE TRIGGER products_after_delete_discontinue AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION add_discontinued_products();
CREATE TRIGGER products_after_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION refresh_terms_of_inserted_products();
CREATE TRIGGER products_after_text_update AFTER UPDATE OF name_ru, name_en, brand_id, series_id, category_id, category_path, concern_ids, tag_ids, characteristics, description_ru, description_en, composition ON public.products FOR EACH ROW EXECUTE FUNCTION refresh_terms_of_product();
CREATE TRIGGER products_after_translated_text_update AFTER UPDATE OF name_ru, name_en, description_ru, description_en ON public.products FOR EACH ROW EXECUTE FUNCTION update_outdated_translations();
CREATE TRIGGER products_before_update BEFORE UPDATE OF status, category_id, brand_id, series_id, concern_ids, tag_ids, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold, rating_sum, reviews_count, hazard, hs_code, weight_g, size_mm ON public.products FOR EACH ROW EXECUTE FUNCTION set_updated_xid();
CREATE TRIGGER products_content_after_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION products_content_after_delete();
CREATE TRIGGER products_content_after_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION products_content_after_insert();
CREATE TRIGGER products_content_after_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER products_content_after_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS previous NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION products_content_after_update();
CREATE TRIGGER questions_content_after_delete AFTER DELETE ON public.questions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER questions_content_after_insert AFTER INSERT ON public.questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER questions_content_after_truncate AFTER TRUNCATE ON public.questions FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER questions_content_after_update AFTER UPDATE ON public.questions REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER quizzes_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.quizzes FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER return_lines_after_change AFTER INSERT OR UPDATE OF quantity, received_quantity ON public.return_lines FOR EACH ROW EXECUTE FUNCTION check_returned_quantities();
CREATE TRIGGER returns_after_update AFTER UPDATE OF status ON public.returns FOR EACH ROW WHEN (((old.status = 'rejected'::text) AND (new.status <> 'rejected'::text))) EXECUTE FUNCTION check_returned_quantities();
CREATE TRIGGER review_photos_content_after_delete AFTER DELETE ON public.review_photos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_review_photos();
CREATE TRIGGER review_photos_content_after_insert AFTER INSERT ON public.review_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_review_photos();
CREATE TRIGGER review_photos_content_after_truncate AFTER TRUNCATE ON public.review_photos FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER review_photos_content_after_update AFTER UPDATE ON public.review_photos REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_review_photos();
CREATE TRIGGER review_summaries_content_after_delete AFTER DELETE ON public.review_summaries REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER review_summaries_content_after_insert AFTER INSERT ON public.review_summaries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER review_summaries_content_after_truncate AFTER TRUNCATE ON public.review_summaries FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER review_summaries_content_after_update AFTER UPDATE ON public.review_summaries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER review_votes_after_delete AFTER DELETE ON public.review_votes REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION review_votes_after_insert_or_delete();
CREATE TRIGGER review_votes_after_insert AFTER INSERT ON public.review_votes REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION review_votes_after_insert_or_delete();
CREATE TRIGGER review_words_content_after_delete AFTER DELETE ON public.review_words REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER review_words_content_after_insert AFTER INSERT ON public.review_words REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER review_words_content_after_truncate AFTER TRUNCATE ON public.review_words FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER review_words_content_after_update AFTER UPDATE ON public.review_words REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER reviews_after_delete AFTER DELETE ON public.reviews REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION reviews_after_insert_or_delete();
CREATE TRIGGER reviews_after_insert AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION reviews_after_insert_or_delete();
CREATE TRIGGER reviews_after_update AFTER UPDATE ON public.reviews REFERENCING OLD TABLE AS previous NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION reviews_after_update();
CREATE TRIGGER reviews_content_after_delete AFTER DELETE ON public.reviews REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER reviews_content_after_insert AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER reviews_content_after_truncate AFTER TRUNCATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION record_content_change('everything');
CREATE TRIGGER reviews_content_after_update AFTER UPDATE ON public.reviews REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_content();
CREATE TRIGGER search_synonyms_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_synonyms FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER search_vocabulary_after_change AFTER INSERT OR DELETE OR UPDATE ON public.search_vocabulary FOR EACH ROW EXECUTE FUNCTION record_search_change();
CREATE TRIGGER search_vocabulary_after_truncate AFTER TRUNCATE ON public.search_vocabulary FOR EACH STATEMENT EXECUTE FUNCTION record_search_change();
CREATE TRIGGER series_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.series FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER series_after_name_update AFTER UPDATE OF name ON public.series FOR EACH ROW EXECUTE FUNCTION refresh_terms_of_related_products('series_id = $1');
CREATE TRIGGER settings_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER shipment_items_line BEFORE INSERT ON public.shipment_items FOR EACH ROW WHEN ((new.line IS NULL)) EXECUTE FUNCTION number_shipment_item();
CREATE TRIGGER shipment_items_ordered AFTER INSERT OR UPDATE ON public.shipment_items FOR EACH ROW EXECUTE FUNCTION check_shipment_item_quantity();
CREATE TRIGGER shipments_canceled BEFORE UPDATE OF status ON public.shipments FOR EACH ROW WHEN (((old.status = 'canceled'::text) AND (new.status <> 'canceled'::text))) EXECUTE FUNCTION keep_shipment_canceled();
CREATE TRIGGER shipping_method_countries_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shipping_method_countries FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER shipping_methods_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shipping_methods FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER shipping_restrictions_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shipping_restrictions FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER staff_after_delete AFTER DELETE ON public.staff FOR EACH ROW WHEN ((old.status = 'active'::text)) EXECUTE FUNCTION keep_active_owner();
CREATE TRIGGER staff_after_update AFTER UPDATE OF role_id, status ON public.staff FOR EACH ROW WHEN (((old.status = 'active'::text) AND ((new.status <> 'active'::text) OR (new.role_id <> old.role_id)))) EXECUTE FUNCTION keep_active_owner();
CREATE TRIGGER staff_sessions_after_delete AFTER DELETE ON public.staff_sessions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION publish_ended_sessions();
CREATE TRIGGER stock_movements_before_change BEFORE DELETE OR UPDATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_append_only_table();
CREATE TRIGGER tags_after_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.tags FOR EACH STATEMENT EXECUTE FUNCTION increment_reference_data_version();
CREATE TRIGGER tags_after_name_update AFTER UPDATE OF name_ru, name_en ON public.tags FOR EACH ROW EXECUTE FUNCTION refresh_terms_of_related_products('tag_ids @> array[$1]');
