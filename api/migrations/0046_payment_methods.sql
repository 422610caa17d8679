-- The ways to pay are the payments' own setting now.
update settings set key = 'payments.methods' where key = 'cart.payment_methods';
