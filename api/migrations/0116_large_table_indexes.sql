-- additive: indexes. In a large store, create those of orders, emails and notifications before the release by hand
-- (`create index concurrently if not exists …`), as docs/database.md describes.

-- The orders of a customer, newest first, with the statuses that their pages count: read without the orders themselves.
create index if not exists orders_customer_list on orders (customer_id, placed_at desc, id) include (status);

-- The parcels on their way by the day on which they should have arrived: only a few of the orders of all time.
create index if not exists orders_in_transit on orders (promised_until) where status = 'shipped';

-- The emails to a person, for the copy and the erasure of their data; the recipient is erased after 30 days.
create index if not exists emails_recipient on emails (recipient) where recipient <> '';

-- All notifications of a customer, also the hidden ones, which their data and its erasure include.
create index if not exists notifications_customer on notifications (customer_id, created_at desc);

-- What a job deletes by its age.
create index if not exists quiz_results_taken on quiz_results (taken_at);
create index if not exists product_alerts_sent on product_alerts (sent_at) where sent_at is not null;

-- The quiz results of a customer, for their data and its erasure.
create index if not exists quiz_results_customer on quiz_results (customer_id) where customer_id is not null;
