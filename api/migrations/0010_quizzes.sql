-- Quizzes: tables of the quizzes module.

-- A quiz in one language: questions with weighted answers, and results with the steps of a routine.
create table quizzes (
  id     integer not null,
  locale text    not null check (locale in ('ru-RU', 'en-US')),
  title  text    not null,
  body   jsonb   not null,
  primary key (id, locale)
);

-- A completed quiz; of a guest without a customer.
create table quiz_results (
  id          bigint      generated always as identity primary key,
  quiz_id     integer     not null,
  customer_id integer     references customers on delete cascade,
  result_code text        not null,
  answers     jsonb       not null,
  taken_at    timestamptz not null default now()
);
