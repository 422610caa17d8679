import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import { loadInstallationSecret } from "../../../api/src/platform/crypto/installation-secret.ts";
import { type LaunchCommand, toSingleLine, runToCompletion } from "./postgres-process.ts";

/** The database role of the store: owns its tables and is not a superuser. Nobody signs in as the superuser. */
export const SHOP_ROLE = "shop";
export const SUPERUSER = "furoshiki";

/**
 * Creates the store's role with a password of this installation, and denies access to everyone else. A cluster of an
 * earlier version, which trusted every local user, is converted once; the server must not be running.
 * @param createSingleUserLaunch returns the command that runs the server in single-user mode with the given arguments;
 * it reads SQL from its standard input.
 * @returns the password of SHOP_ROLE.
 * @throws StartupError if the cluster cannot be changed.
 */
export function secureCluster(
  folder: string,
  dataFolder: string,
  createSingleUserLaunch: (args: string[]) => LaunchCommand,
): string {
  const password = loadInstallationSecret(folder, "postgres");
  const hbaFile = join(dataFolder, "pg_hba.conf");
  const hbaRules = createHbaRules(password);
  if (readFileSync(hbaFile, "utf8") === hbaRules) return password;
  const result = runToCompletion(
    createSingleUserLaunch(["--single", "-j", "-D", dataFolder, "-c", "exit_on_error=on", "postgres"]),
    createRolesSql(password),
  );
  if (result.status !== 0)
    throw new StartupError(
      `The access to the database in ${dataFolder} could not be set: ${toSingleLine(result.stderr)}`,
    );
  writeFileSync(hbaFile, hbaRules);
  return password;
}

/** The fingerprint of the password changes the file, so that a new secret updates the roles again. */
function createHbaRules(password: string): string {
  const fingerprint = createHash("sha256").update(password).digest("hex").slice(0, 16);
  return `# Written by the shop (server/src/embedded-postgres/cluster-access.ts) for the password ${fingerprint}.\nlocal all ${SHOP_ROLE} scram-sha-256\n`;
}

function createRolesSql(password: string): string {
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
