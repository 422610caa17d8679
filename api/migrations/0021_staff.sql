-- additive: new tables only
-- Staff accounts, their roles and sessions: tables of the staff module. Tokens and codes are never stored, only their
-- SHA-256 (docs/security.md).

-- A role. The owner role has every permission, which its row does not list, and cannot be changed or deleted.
create table roles (
  id          integer     generated always as identity primary key,
  key         text        not null unique check (key ~ '^[a-z][a-z0-9_]{1,39}$'),
  name_ru     text        not null check (length(name_ru) between 1 and 60),
  name_en     text        not null check (length(name_en) between 1 and 60),
  permissions text[]      not null default '{}' check (permissions <@ array[
    'orders:read', 'orders:edit', 'orders:cancel', 'orders:fulfill', 'returns:write', 'refunds:create', 'payments:read',
    'products:read', 'products:write', 'content:write', 'prices:write', 'inventory:write', 'reviews:moderate',
    'promotions:write', 'credits:write', 'shipping:write', 'customs:write', 'settings:write', 'customers:read',
    'customers:contacts', 'customers:write', 'customers:erase', 'reports:read', 'audit:read', 'exports:personal',
    'staff:manage', 'integrations:manage', 'system:manage']),
  -- Increases with each change; the editor sends the one that it has read.
  version     integer     not null default 1,
  check (key <> 'owner' or permissions = '{}')
);

-- A person who works in the back office.
create table staff (
  id                 integer     generated always as identity primary key,
  email              text        not null check (email = lower(email) and length(email) <= 254),
  name               text        not null check (length(name) between 1 and 100),
  locale             text        not null check (locale in ('ru-RU', 'en-US')),
  password_hash      text,
  role_id            integer     not null references roles,
  status             text        not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  -- The shared key of the authenticator app (TOTP), encrypted with a key that is not in the database.
  totp_key_encrypted bytea,
  -- Time step (30 seconds) of the last accepted code; codes of this step and of earlier ones are refused.
  totp_last_step     bigint      not null default 0,
  created_at         timestamptz not null default now(),
  disabled_at        timestamptz,
  check (status <> 'active' or (password_hash is not null and totp_key_encrypted is not null)),
  check ((status = 'disabled') = (disabled_at is not null))
);
create unique index staff_email on staff (email) where status <> 'disabled';
create index staff_role on staff (role_id);

-- A signed-in browser. With the level `password` it can only complete the sign-in.
create table staff_sessions (
  token_hash             bytea       primary key check (length(token_hash) = 32),
  -- The person refers to a session by this id, never by the hash.
  id                     bigint      generated always as identity unique,
  staff_id               integer     not null references staff on delete cascade,
  level                  text        not null check (level in ('password', 'full')),
  -- Until then, actions that require a recent code are allowed.
  step_up_until          timestamptz,
  -- The key of a new authenticator, after a sign-in with a recovery code; it replaces the old key with its first code.
  new_totp_key_encrypted bytea,
  ip                     text        not null default '',
  -- Browser and operating system: `Chrome, Windows`.
  device                 text        not null default '',
  created_at             timestamptz not null,
  last_seen_at           timestamptz not null,
  expires_at             timestamptz not null,
  check (expires_at <= created_at + interval '12 hours'),
  check (level = 'full' or step_up_until is null)
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_expires on staff_sessions (expires_at);

-- A device and network that a person has signed in from; a sign-in from another one is reported by email.
create table staff_known_devices (
  staff_id      integer     not null references staff on delete cascade,
  device        text        not null,
  network       text        not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (staff_id, device, network)
);

-- An invitation, whose link sets the password and the authenticator of a new account.
create table staff_invitations (
  token_hash  bytea       primary key check (length(token_hash) = 32),
  email       text        not null check (email = lower(email) and length(email) <= 254),
  role_id     integer     not null references roles,
  -- Null: invited on the command line.
  invited_by  integer     references staff on delete set null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  accepted_at timestamptz
);
create unique index staff_invitations_email on staff_invitations (email) where accepted_at is null;

-- A recovery code, which replaces a code of the authenticator once.
create table staff_recovery_codes (
  staff_id  integer     not null references staff on delete cascade,
  code_hash bytea       not null check (length(code_hash) = 32),
  used_at   timestamptz,
  primary key (staff_id, code_hash)
);

-- A link that signs the demo owner in once; a used link is deleted. Only a demonstration shop has any.
create table staff_demo_links (
  token_hash bytea       primary key check (length(token_hash) = 32),
  staff_id   integer     not null references staff on delete cascade,
  expires_at timestamptz not null
);

-- Without an active owner nobody could manage staff. The lock makes two owners who are disabled at once wait for each other.
create function keep_active_owner() returns trigger language plpgsql as $$
declare owner_role integer;
begin
  select id into owner_role from roles where key = 'owner' for update;
  if old.role_id = owner_role and not exists (select from staff where role_id = owner_role and status = 'active') then
    raise exception 'the last active owner cannot be removed' using errcode = 'check_violation', constraint = 'staff_active_owner';
  end if;
  return null;
end $$;

-- In the database, since parallel changes of two owners are each valid by themselves.
create trigger staff_after_update after update of role_id, status on staff
  for each row when (old.status = 'active' and (new.status <> 'active' or new.role_id <> old.role_id))
  execute function keep_active_owner();

-- The same rule for deletions.
create trigger staff_after_delete after delete on staff
  for each row when (old.status = 'active') execute function keep_active_owner();

insert into roles (key, name_ru, name_en, permissions) values
  ('owner', 'Владелец', 'Owner', '{}'),
  ('manager', 'Менеджер', 'Manager', '{orders:read,orders:edit,orders:cancel,orders:fulfill,returns:write,refunds:create,payments:read,products:read,products:write,content:write,prices:write,inventory:write,reviews:moderate,promotions:write,credits:write,shipping:write,customs:write,settings:write,customers:read,customers:contacts,customers:write,customers:erase,reports:read,audit:read}'),
  ('packer', 'Упаковщик', 'Packer', '{orders:fulfill,products:read,inventory:write}'),
  ('catalog_editor', 'Редактор каталога', 'Catalog editor', '{products:read,products:write,content:write}'),
  ('support', 'Поддержка', 'Support', '{orders:read,orders:edit,orders:cancel,returns:write,refunds:create,products:read,reviews:moderate,customers:read,customers:contacts,customers:write}'),
  ('accountant', 'Бухгалтер', 'Accountant', '{orders:read,refunds:create,payments:read,products:read,prices:write,reports:read,audit:read}');
