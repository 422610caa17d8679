-- additive: more values of a check
-- Feeds as files of imports (docs/domain/imports.md).

alter table imports drop constraint imports_format_check,
  add constraint imports_format_check check (format in ('csv', 'jsonl', 'yml'));
