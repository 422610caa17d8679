-- additive: a new column that is null
-- By how many seconds the clock of the process was ahead of that of the database when it was last seen; null if it is not
-- known.
alter table processes add column clock_difference_seconds double precision;
