-- additive: the replaced check lets in one more value
-- Accepting the public offer is a consent of its own, separate from the processing of personal data.
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check
  check (purpose in ('personal_data', 'newsletter', 'reminders', 'analytics', 'duty_7_14', 'offer'));
