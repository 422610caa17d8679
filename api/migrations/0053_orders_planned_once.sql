-- Every order adds up the variants of its products, and each time the three statements of that were planned anew, which
-- took longer than running them: a list of unknown length looks cheaper once its length is known.
alter function sum_variants(integer[]) set plan_cache_mode = force_generic_plan;

-- Every cart with a parcel looks for the points of its city, however the city is written.
create index pickup_points_city_en on pickup_points (country, lower(city_en)) where closed_at is null;
create index pickup_points_city_ru on pickup_points (country, lower(city_ru)) where closed_at is null;
