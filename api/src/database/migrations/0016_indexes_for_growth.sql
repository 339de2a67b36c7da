CREATE INDEX "orders_customer" ON "orders" USING btree (lower("customer_email"));--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_charge" ON "payments" USING btree ("provider","charge_id");