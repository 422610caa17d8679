import { updateProductsTask } from "./catalog-admin/bulk/task-kinds.ts";
import { editProductTask } from "./catalog-admin/editor/task-kinds.ts";
import { adjustPricesTask } from "./catalog-admin/prices/task-kinds.ts";
import { startPackingTask } from "./checkout/task-kinds.ts";
import { assignOrdersTask } from "./orders/staff/task-kinds.ts";
import { moderateReviewsTask } from "./reviews/task-kinds.ts";
import type { AnyTaskKind } from "./tasks/task-kind.ts";

/** The kinds of tasks of every module. */
export const taskKinds: readonly AnyTaskKind[] = [
  startPackingTask,
  assignOrdersTask,
  moderateReviewsTask,
  adjustPricesTask,
  updateProductsTask,
  editProductTask,
];
