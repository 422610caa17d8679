-- additive: new tables
-- Documents: printed papers of orders (docs/domain/fulfillment.md).

-- The last number of each kind and year.
create table document_numbers (
  kind        text     not null,
  year        smallint not null,
  last_number integer  not null check (last_number > 0),
  primary key (kind, year)
);

-- A printed document. Printing again with other content adds a row, which supersedes the one before.
create table documents (
  id            bigint      generated always as identity primary key,
  kind          text        not null check (kind in ('invoice', 'packing_slip', 'customs_data_sheet')),
  number        text        not null,
  order_id      integer     not null references orders on delete cascade,
  locale        text        not null check (locale in ('ru-RU', 'en-US')),
  -- What is printed on it.
  content       jsonb       not null,
  -- The name of its file, and the SHA-256 of the file. Null: erased with the personal data of the customer.
  file_key      uuid        unique,
  sha256        bytea       not null check (length(sha256) = 32),
  created_at    timestamptz not null,
  -- Null: printed by a command.
  created_by    integer     references staff,
  superseded_at timestamptz,
  unique (kind, number)
);
-- Of each kind an order has one document that is not superseded.
create unique index documents_current on documents (order_id, kind) where superseded_at is null;
create index documents_order on documents (order_id, id desc);
create index documents_author on documents (created_by);

-- A trigger, so that no code can change what was printed: only superseding and erasing change a row.
create function keep_document() returns trigger language plpgsql as $$
begin
  if (new.kind, new.number, new.order_id, new.locale, new.sha256, new.created_at, new.created_by)
      is distinct from (old.kind, old.number, old.order_id, old.locale, old.sha256, old.created_at, old.created_by)
    or (new.file_key is not null and (new.file_key, new.content) is distinct from (old.file_key, old.content))
    or (old.superseded_at is not null and new.superseded_at is distinct from old.superseded_at) then
    raise exception 'document % cannot be changed', old.number
      using errcode = 'check_violation', constraint = 'documents_unchanged_check';
  end if;
  return new;
end $$;
create trigger documents_before_update before update on documents
  for each row execute function keep_document();
