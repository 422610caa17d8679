-- additive: columns with a default or that are null, a constraint that all rows satisfy, indexes and a table
-- Messages between customers and staff about an order (docs/domain/orders.md#messages).

-- A note that the customer sees and a message of the customer are one conversation, so that both are rows of this table.
alter table order_notes
  add column is_from_customer boolean     not null default false,
  -- Of a message of the customer: when staff answered it or said that it needs no answer; null: it waits.
  add column answered_at      timestamptz,
  -- The note that answered it; null if it needs no answer.
  add column answer_id        bigint      references order_notes,
  add constraint order_notes_customer_check check (
    not is_from_customer or (is_visible_to_customer and author_id is null and mentions = '{}')),
  add constraint order_notes_answer_check check (
    (is_from_customer or answered_at is null) and (answered_at is not null or answer_id is null));
create index order_notes_unanswered on order_notes (order_id, created_at) where is_from_customer and answered_at is null;
create index order_notes_answer on order_notes (answer_id) where answer_id is not null;

-- A photo that a customer uploaded for a message: a re-encoded JPEG. It may show a home or an address, so it is stored
-- here and not in the media folder, whose files are public.
create table order_message_photos (
  id          uuid        primary key default gen_random_uuid(),
  customer_id integer     not null references customers,
  -- Null until the message is sent.
  note_id     bigint      references order_notes on delete cascade,
  position    smallint,
  content     bytea       not null,
  uploaded_at timestamptz not null,
  constraint order_message_photos_position_check check ((note_id is null) = (position is null)),
  unique (note_id, position)
);
create index order_message_photos_customer on order_message_photos (customer_id);
create index order_message_photos_unused on order_message_photos (uploaded_at) where note_id is null;
