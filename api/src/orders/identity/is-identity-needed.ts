import { sql } from "kysely";

/** Whether the customs clearance of an order, `o`, asks for an identity document. */
export const isIdentityNeeded = sql<boolean>`exists (select from shipping_method_countries route
  where route.method_id = o.shipping_method_id and route.country = o.address ->> 'country'
    and route.recipient_identity is not null)`;
