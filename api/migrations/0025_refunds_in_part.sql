-- Goods of this refund are back on the shelf and for sale again: at most once an order.
alter table refunds add column restock boolean not null default false;
