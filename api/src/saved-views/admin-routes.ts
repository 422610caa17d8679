import { type AdminApi, adminEndpoint } from "../staff/admin-endpoint.ts";
import {
  changeSavedView,
  changeSharedView,
  createSavedView,
  createSharedView,
  deleteSavedView,
  deleteSharedView,
  moveSavedView,
  moveSharedView,
} from "./admin-actions.ts";
import { refusals, viewReference } from "./admin-schema.ts";

const { view_not_found, view_query_invalid, too_many_views } = refusals;

/** Endpoints that change saved views: those of one person below `/saved-views`, those of everybody below `/shared-views`. */
export function savedViewRoutes(api: AdminApi): void {
  for (const { path, whose, create, change, move, remove } of [
    {
      ...{ path: "/saved-views", whose: "of one's own", create: createSavedView, change: changeSavedView },
      ...{ move: moveSavedView, remove: deleteSavedView },
    },
    {
      ...{ path: "/shared-views", whose: "for everybody", create: createSharedView, change: changeSharedView },
      ...{ move: moveSharedView, remove: deleteSharedView },
    },
  ]) {
    const response = viewReference;
    adminEndpoint(api, {
      ...{ method: "post", path, summary: `Save a view ${whose}`, action: create, response },
      refusals: { too_many_views },
    });
    const refusalsOfView = { view_not_found };
    adminEndpoint(api, {
      ...{ method: "patch", path: `${path}/{id}`, summary: `Change a view ${whose}`, action: change, response },
      refusals: { view_not_found, view_query_invalid },
    });
    adminEndpoint(api, {
      ...{ method: "post", path: `${path}/{id}/move`, summary: `Move a view ${whose}`, action: move, response },
      refusals: refusalsOfView,
    });
    adminEndpoint(api, {
      ...{ method: "delete", path: `${path}/{id}`, summary: `Delete a view ${whose}`, action: remove, response },
      refusals: refusalsOfView,
    });
  }
}
