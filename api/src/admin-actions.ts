import { saveCustomsData } from "./fulfillment/admin-actions.ts";
import { cancelCarrierOrder, registerCarrierOrder } from "./fulfillment/carrier-orders/admin-actions.ts";
import { printOrderDocument } from "./fulfillment/documents/admin-actions.ts";
import { recordParcelEvent, removeParcelEvent } from "./fulfillment/parcels/admin-actions.ts";
import {
  createShipment,
  removePiece,
  reopenPackedShipment,
  scanPiece,
  shipPackedShipment,
  splitOpenShipment,
  weighPackedShipment,
} from "./fulfillment/shipments/admin-actions.ts";
import {
  cancelOrderByStaff,
  markDelivered,
  markPaid,
  markReturned,
  refundClosedOrder,
  shipOrder,
  startPacking,
} from "./checkout/admin-actions.ts";
import { placeManualOrderAction } from "./manual-orders/admin-actions.ts";
import { joinOrdersAction, separateOrdersAction } from "./joined-orders/admin-actions.ts";
import { cancelOrderEdit, editOrderAction } from "./order-edits/admin-actions.ts";
import { changeStock, undoStockChange } from "./inventory/admin-actions.ts";
import {
  cancelStockCount,
  closeStockCount,
  createStockCount,
  enterCount,
  reopenStockCount,
  scanCountedPiece,
} from "./inventory/counts/admin-actions.ts";
import { exportCatalog } from "./imports/exports/admin-actions.ts";
import {
  cancelImport,
  deleteImportProfile,
  mapImport,
  selectChanges,
  startImport,
  undoImportAction,
} from "./imports/admin-actions.ts";
import {
  cancelPurchaseOrder,
  closePurchaseOrder,
  createPurchaseOrder,
  editPurchaseOrder,
  restorePurchaseOrder,
  sendPurchaseOrder,
  undoCreation,
} from "./purchasing/purchase-orders/admin-actions.ts";
import { receivePurchaseOrder, undoReceipt } from "./purchasing/receipts/admin-actions.ts";
import {
  offerOption,
  removeOptionAction,
  restoreOptionAction,
  withdrawOption,
} from "./catalog-admin/options/admin-actions.ts";
import {
  createIngredientAction,
  editIngredientAction,
  removeIngredientAction,
  restoreIngredientAction,
} from "./catalog-admin/ingredients/admin-actions.ts";
import { createSynonym, removeSynonym } from "./search/synonyms/admin-actions.ts";
import { createSupplier, editSupplier } from "./purchasing/suppliers/admin-actions.ts";
import {
  assignOrder,
  editNote,
  releaseOrder,
  removeNote,
  revealContacts,
  writeNote,
} from "./orders/staff/admin-actions.ts";
import { revealIdentity } from "./orders/identity/admin-actions.ts";
import { closeMessages, reopenClosedMessages } from "./orders/messages/admin-actions.ts";
import { recordFailedRefund, refundOrder, retryFailedRefund } from "./payments/refunds/admin-actions.ts";
import {
  approveReturn,
  receiveReturnAction,
  rejectReturn,
  requestReturnAction,
  undoReturnDecision,
} from "./returns/admin-actions.ts";
import { refundReturnAction } from "./returns/refunds/admin-actions.ts";
import { resolveReturnAction } from "./returns/replacements/admin-actions.ts";
import {
  answerQuestionAction,
  answerReviewAction,
  publishQuestionAction,
  publishReviewAction,
  rejectQuestionAction,
  rejectReviewAction,
  requestReviewChangeAction,
  restoreQuestionAction,
  restoreReviewAction,
} from "./reviews/admin-actions.ts";
import { createReplyTemplate, editReplyTemplate, removeReplyTemplate } from "./reviews/replies/admin-actions.ts";
import { restoreSummary, saveSummary } from "./reviews/summaries/admin-actions.ts";
import {
  changeSavedView,
  changeSharedView,
  createSavedView,
  createSharedView,
  deleteSavedView,
  deleteSharedView,
  moveSavedView,
  moveSharedView,
} from "./saved-views/admin-actions.ts";
import { exportShipments } from "./fulfillment/shipments/exports/admin-actions.ts";
import { exportPayments } from "./payments/exports/admin-actions.ts";
import {
  confirmTranslation,
  discontinueProduct,
  hideProduct,
  publishProduct,
  restoreProductStatus,
  unconfirmTranslation,
  undoProductUpdate,
  updateProductAction,
} from "./catalog-admin/editor/admin-actions.ts";
import { addOptionAction, createProductAction } from "./catalog-admin/new-product/admin-actions.ts";
import {
  createBrand,
  createCategory,
  createConcern,
  createSeries,
  createTag,
  deleteBrand,
  deleteCategory,
  deleteConcern,
  deleteSeries,
  deleteTag,
  editBrand,
  editCategory,
  editConcern,
  editSeries,
  editTag,
  moveCategoryAction,
  restoreBrand,
  restoreCategory,
  restoreConcern,
  restoreSeries,
  restoreTag,
  undoCategoryMoveAction,
} from "./catalog-admin/taxonomy/admin-actions.ts";
import { addPicture } from "./catalog-admin/pictures/admin-actions.ts";
import { changePrice, restorePrice } from "./catalog-admin/prices/admin-actions.ts";
import { exportProducts, exportTranslations } from "./catalog-admin/exports/admin-actions.ts";
import { exportPrices } from "./catalog-admin/prices/exports/admin-actions.ts";
import { exportStockCountLines, exportStockCounts, exportStockMovements } from "./inventory/exports/admin-actions.ts";
import { exportPurchaseOrders, exportReorder, exportSuppliers } from "./purchasing/exports/admin-actions.ts";
import { exportReturns } from "./returns/exports/admin-actions.ts";
import { exportQuestions, exportReviews } from "./reviews/exports/admin-actions.ts";
import { exportAuditLog } from "./staff/audit/exports/admin-actions.ts";
import { exportOrders } from "./orders/staff/exports/admin-actions.ts";
import type { AnyAdminAction } from "./staff/admin-action.ts";
import {
  changeStaffRole,
  disableStaff,
  inviteStaffMember,
  resetStaffSecondFactor,
  withdrawStaffInvitation,
} from "./staff/admin-actions.ts";
import { createRole, editRole, removeRole } from "./staff/roles/admin-actions.ts";
import { changeSetting } from "./store-settings/admin-actions.ts";

/** The actions of every module, which undo finds by their names. */
export const adminActions: readonly AnyAdminAction[] = [
  ...[inviteStaffMember, withdrawStaffInvitation, changeStaffRole, disableStaff, resetStaffSecondFactor],
  ...[createRole, editRole, removeRole],
  ...[writeNote, editNote, removeNote, assignOrder, releaseOrder, revealContacts, revealIdentity],
  ...[exportOrders, exportReturns, exportPayments, exportShipments, exportReviews, exportQuestions, exportAuditLog],
  ...[exportPrices, exportTranslations, exportStockCounts, exportStockCountLines],
  ...[exportProducts, exportStockMovements, exportPurchaseOrders, exportSuppliers, exportReorder],
  ...[startPacking, shipOrder, markDelivered, markReturned, cancelOrderByStaff, markPaid, refundClosedOrder],
  ...[publishReviewAction, rejectReviewAction, requestReviewChangeAction, answerReviewAction, restoreReviewAction],
  ...[publishQuestionAction, answerQuestionAction, rejectQuestionAction, restoreQuestionAction],
  ...[createReplyTemplate, editReplyTemplate, removeReplyTemplate],
  ...[saveSummary, restoreSummary],
  ...[requestReturnAction, approveReturn, receiveReturnAction, rejectReturn, undoReturnDecision],
  ...[resolveReturnAction, refundReturnAction],
  ...[refundOrder, recordFailedRefund, retryFailedRefund],
  changeSetting,
  ...[createSynonym, removeSynonym],
  ...[createStockCount, enterCount, scanCountedPiece, closeStockCount, cancelStockCount, reopenStockCount],
  ...[changeStock, undoStockChange, createSupplier, editSupplier, createPurchaseOrder, editPurchaseOrder],
  ...[sendPurchaseOrder, closePurchaseOrder, cancelPurchaseOrder, restorePurchaseOrder],
  ...[receivePurchaseOrder, undoReceipt, undoCreation],
  ...[createSavedView, changeSavedView, moveSavedView, deleteSavedView],
  ...[createSharedView, changeSharedView, moveSharedView, deleteSharedView],
  saveCustomsData,
  ...[updateProductAction, undoProductUpdate, publishProduct, hideProduct, discontinueProduct, restoreProductStatus],
  ...[confirmTranslation, unconfirmTranslation, createProductAction, addOptionAction, addPicture],
  ...[withdrawOption, offerOption, removeOptionAction, restoreOptionAction],
  ...[createCategory, editCategory, deleteCategory, restoreCategory],
  ...[createBrand, editBrand, deleteBrand, restoreBrand],
  ...[createSeries, editSeries, deleteSeries, restoreSeries],
  ...[createConcern, editConcern, deleteConcern, restoreConcern],
  ...[createTag, editTag, deleteTag, restoreTag],
  ...[createIngredientAction, editIngredientAction, removeIngredientAction, restoreIngredientAction],
  ...[moveCategoryAction, undoCategoryMoveAction],
  ...[changePrice, restorePrice],
  ...[editOrderAction, cancelOrderEdit],
  ...[joinOrdersAction, separateOrdersAction],
  placeManualOrderAction,
  ...[createShipment, scanPiece, removePiece, weighPackedShipment, reopenPackedShipment, splitOpenShipment],
  ...[recordParcelEvent, removeParcelEvent],
  ...[closeMessages, reopenClosedMessages],
  shipPackedShipment,
  ...[registerCarrierOrder, cancelCarrierOrder],
  printOrderDocument,
  mapImport,
  cancelImport,
  selectChanges,
  startImport,
  undoImportAction,
  deleteImportProfile,
  exportCatalog,
];
