-- additive: more values of a check, and columns with defaults
-- Feeds and spreadsheets as files of imports, and what profiles remember of them (docs/domain/imports.md).

alter table imports drop constraint imports_format_check,
  add constraint imports_format_check check (format in ('csv', 'jsonl', 'yml', 'xlsx')),
  -- How many records from header_row on have the names of the columns.
  add column header_rows smallint not null default 1 check (header_rows between 1 and 5),
  -- The sheet of a spreadsheet; null before it was chosen, and for other formats.
  add column sheet text,
  -- Whose file it is, as far as known.
  add column supplier_id integer references suppliers on delete set null;
create index imports_supplier on imports (supplier_id);

alter table import_profiles
  add column header_row integer not null default 1 check (header_row between 1 and 1000),
  add column header_rows smallint not null default 1 check (header_rows between 1 and 5),
  add column sheet text,
  add column supplier_id integer references suppliers on delete set null;
create index import_profiles_supplier on import_profiles (supplier_id);
