-- The sessions of a demonstration, whose owner has no authenticator app.

-- additive: new column with a default
-- Whether the session was opened by the link of a demonstration: then the back office itself shows the code that
-- actions about money and rights need, because nobody has the owner's authenticator.
alter table staff_sessions add column is_demo boolean not null default false;
