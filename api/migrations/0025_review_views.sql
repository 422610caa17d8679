-- additive: new indexes, which replace two of the first release
-- The views of the moderation: pending, published and rejected reviews and questions (docs/domain/reviews.md).

create index reviews_status on reviews (status, created_at, id);
drop index reviews_pending;
create index questions_status on questions (status, created_at, id);
drop index questions_pending;
