import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installationSecret, StartError } from "../../api/src/platform/config.ts";
import { type Launch, oneLine, runLaunch } from "./postgres-process.ts";

/** The role of the shop: owns its tables, and is no superuser. Nobody signs in as the superuser of the cluster. */
export const SHOP_ROLE = "shop";
export const SUPERUSER = "furoshiki";

/**
 * Gives the shop a role with a password of this installation, and lets nobody else into the cluster. A cluster of an
 * earlier version, which trusted every user of the machine, is changed once; the server must not be running.
 * @param single runs the server for one user, with the arguments given; it reads SQL from its input.
 * @returns the password of SHOP_ROLE.
 * @throws StartError when the cluster cannot be changed.
 */
export function secureCluster(dir: string, data: string, single: (args: string[]) => Launch): string {
  const password = installationSecret(dir, "postgres");
  const rulesFile = join(data, "pg_hba.conf");
  const rules = accessRules(password);
  if (readFileSync(rulesFile, "utf8") === rules) return password;
  const made = runLaunch(
    single(["--single", "-j", "-D", data, "-c", "exit_on_error=on", "postgres"]),
    rolesSql(password),
  );
  if (made.status !== 0)
    throw new StartError(`The access to the database in ${data} could not be set: ${oneLine(made.stderr)}`);
  writeFileSync(rulesFile, rules);
  return password;
}

/** The fingerprint makes a new secret change the roles again. */
function accessRules(password: string): string {
  const fingerprint = createHash("sha256").update(password).digest("hex").slice(0, 16);
  return `# Written by the shop (server/src/postgres-roles.ts) for the password ${fingerprint}.\nlocal all ${SHOP_ROLE} scram-sha-256\n`;
}

function rolesSql(password: string): string {
  return `do $roles$
declare one record;
begin
  if not exists (select from pg_roles where rolname = '${SHOP_ROLE}') then create role ${SHOP_ROLE}; end if;
  alter role ${SHOP_ROLE} with login createdb password '${password}';
  alter database postgres owner to ${SHOP_ROLE};
  -- A backup is restored without firing triggers.
  grant set on parameter session_replication_role to ${SHOP_ROLE};
  for one in
    select 'schema' as kind, quote_ident(nspname) as name
      from pg_namespace where nspowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass::text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relowner = '${SUPERUSER}'::regrole and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select 'routine', p.oid::regprocedure::text
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.proowner = '${SUPERUSER}'::regrole and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select 'type', t.oid::regtype::text
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where t.typowner = '${SUPERUSER}'::regrole and t.typtype in ('e', 'd')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  loop
    execute format('alter %s %s owner to ${SHOP_ROLE}', one.kind, one.name);
  end loop;
end $roles$;

`;
}
