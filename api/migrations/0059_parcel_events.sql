-- additive: columns that are null, and an index
-- Events of parcels that customers see (docs/domain/fulfillment.md#parcel-events).

-- Of an event that says that a parcel waits at a pickup point.
alter table shipment_events
  -- The last day on which it is kept there; null if it is not known.
  add column storage_until date,
  -- What the recipient names to get it. It is personal data.
  add column pickup_code text check (length(pickup_code) between 1 and 20);
create index shipment_events_storage on shipment_events (storage_until) where storage_until is not null;
