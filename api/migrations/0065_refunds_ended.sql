-- additive: an index
-- The sales of today and of a week ago, on the home page of the back office.
create index refunds_ended on refunds (ended_at) where status = 'succeeded';
