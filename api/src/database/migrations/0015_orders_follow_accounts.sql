-- An order of an address that its account had before gets the present one, since the account has it.
WITH "moved" AS (
	UPDATE "orders" SET "customer_email" = "accounts"."email"
	FROM "account_orders" JOIN "accounts" ON "accounts"."id" = "account_orders"."account_id"
	WHERE "account_orders"."order_id" = "orders"."id" AND "orders"."erased_at" IS NULL
		AND rtrim(lower("orders"."customer_email"), '.') <> "accounts"."email"
		AND EXISTS (SELECT 1 FROM "outbox" WHERE "outbox"."account_id" = "accounts"."id"
			AND "outbox"."kind" = 'account_email_changed' AND "outbox"."recipient" = rtrim(lower("orders"."customer_email"), '.'))
	RETURNING "orders"."id", "accounts"."email", "accounts"."email_confirmed_at"
), "mailed" AS (
	UPDATE "outbox" SET "recipient" = "moved"."email" FROM "moved"
	WHERE "outbox"."order_id" = "moved"."id" AND "outbox"."sent_at" IS NULL
		AND "outbox"."kind" <> 'order_sold' AND "outbox"."kind" NOT LIKE 'place_%'
)
INSERT INTO "order_events" ("order_id", "at", "type", "source")
SELECT "id", coalesce("email_confirmed_at", now()), 'customer_changed', 'request' FROM "moved";--> statement-breakpoint
-- Any other address is that of a buyer who changed it.
DELETE FROM "account_orders" USING "orders", "accounts"
WHERE "orders"."id" = "account_orders"."order_id" AND "accounts"."id" = "account_orders"."account_id"
	AND "orders"."erased_at" IS NULL
	AND rtrim(lower("orders"."customer_email"), '.') <> "accounts"."email";
