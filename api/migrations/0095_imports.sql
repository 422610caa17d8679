-- additive: new tables
-- Files of suppliers that staff import into the catalog (docs/domain/imports.md).

-- How the columns of a file with a certain header are read.
create table import_profiles (
  id          integer     generated always as identity primary key,
  name        text        not null check (length(name) between 1 and 80),
  -- A hash of the names of the columns, by which the profile is found.
  header_hash text        not null unique check (header_hash ~ '^[0-9a-f]{32}$'),
  encoding    text,
  delimiter   text,
  -- By the name of a column: the field of the store that it has; null if it is not imported.
  columns     jsonb       not null check (jsonb_typeof(columns) = 'object'),
  rules       jsonb       not null,
  created_by  integer     not null references staff,
  updated_at  timestamptz not null
);
create unique index import_profiles_name on import_profiles (lower(name));
create index import_profiles_creator on import_profiles (created_by);

-- A file that staff import: how it is read, and how far it is.
create table imports (
  id                  integer     generated always as identity primary key,
  file_name           text        not null check (length(file_name) between 1 and 200),
  bytes               integer     not null check (bytes > 0),
  format              text        not null check (format in ('csv', 'jsonl')),
  -- Those of the text; null for a format without. The encoding is null as well until it is known.
  encoding            text,
  delimiter           text,
  -- The record with the names of the columns.
  header_row          integer     not null check (header_row between 1 and 1000),
  -- The field of the store of each column, null if it is not imported; null before the columns were chosen.
  columns             jsonb,
  rules               jsonb       not null default '{}',
  profile_id          integer     references import_profiles on delete set null,
  status              text        not null default 'uploaded' check (status in
                      ('uploaded', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  -- Why the last step has failed: a code with the parameters of its message.
  failure             jsonb,
  -- The lines that the running step has read.
  progress            integer     not null default 0 check (progress >= 0),
  -- The lines of the file, known once it was checked.
  lines               integer,
  unchanged           integer     not null default 0,
  unmatched           integer     not null default 0,
  -- What was applied, or left as it is by the undo.
  result              jsonb,
  created_by          integer     not null references staff,
  created_at          timestamptz not null,
  checked_at          timestamptz,
  -- Who applied it, and when.
  applied_by          integer     references staff,
  applied_at          timestamptz,
  undone_by           integer     references staff,
  cancel_requested_at timestamptz,
  constraint imports_columns_check check (columns is not null or status = 'uploaded'),
  constraint imports_applied_check check ((status in ('applied', 'undoing', 'undone')) = (applied_at is not null))
);
create index imports_creator on imports (created_by);
create index imports_applied_by on imports (applied_by);
create index imports_undone_by on imports (undone_by);
create index imports_profile on imports (profile_id);

-- The content of a file, in parts that are read one after another; deleted 30 days after the upload.
create table import_file_parts (
  import_id integer not null references imports on delete cascade,
  seq       integer not null check (seq > 0),
  content   bytea   not null,
  primary key (import_id, seq)
);

-- What a line of a file changes, of one kind; deleted with the file.
create table import_changes (
  import_id   integer not null references imports on delete cascade,
  line        integer not null check (line > 0),
  kind        text    not null check (kind in ('stock', 'prices', 'details', 'new', 'withdrawn', 'unreadable')),
  -- Null for a new product before it was created, and for a line that cannot be read.
  product_id  integer,
  option_id   integer,
  reference   text    not null,
  name        text    not null,
  -- By column: the values before and after; columns of the variant begin with `variant.`.
  values      jsonb   not null default '{}',
  -- What it leads to: codes with parameters.
  effects     jsonb   not null default '[]' check (jsonb_typeof(effects) = 'array'),
  -- Whether an effect needs the attention of a person.
  is_outlier  boolean not null default false,
  -- Why the line cannot be read: a code with parameters.
  problem     jsonb   check ((problem is null) = (kind <> 'unreadable')),
  -- Of a line that cannot be read, false means that the import goes on without it.
  is_included boolean not null default true,
  primary key (import_id, line, kind)
);
create index import_changes_kind on import_changes (import_id, kind, line);
