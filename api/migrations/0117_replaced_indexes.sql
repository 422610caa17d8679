-- additive: the indexes of 0116 serve what these did; without a table lock of their creation, which a migration holds
-- until it ends
drop index orders_customer;
drop index notifications_visible;
