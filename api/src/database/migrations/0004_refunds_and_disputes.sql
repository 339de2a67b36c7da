CREATE TABLE "disputes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"order_id" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"state" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"fee_pence" integer,
	"reason" text,
	"due_at" timestamp with time zone,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_once" UNIQUE("provider","provider_id"),
	CONSTRAINT "disputes_state_check" CHECK ("disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "disputes_amount_pence_check" CHECK ("disputes"."amount_pence" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state_check";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_state_check";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_check";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_back_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "capture_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "origin" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "actor" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_check_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" USING btree ("next_check_at") WHERE "refunds"."state" in ('requested', 'pending');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state_check" CHECK ("orders"."state" in ('created', 'pending', 'processing', 'paid', 'failed', 'cancelled', 'needs_attention', 'refunded', 'charged_back'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state_check" CHECK ("payments"."state" in ('open', 'processing', 'succeeded', 'failed', 'cancelled', 'abandoned', 'duplicate', 'refunded', 'declined', 'expired', 'charged_back'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_origin_check" CHECK ("refunds"."origin" in ('admin', 'return', 'provider'));--> statement-breakpoint
-- What the providers had said they did is what `sent` means. Stripe and PayPal also answer so about what is pending:
-- the daily comparison with their lists says which.
UPDATE "refunds" SET "state" = 'sent' WHERE "state" = 'succeeded';--> statement-breakpoint
-- These were asked for, and the answer was lost: the provider's list is read before they are sent again.
UPDATE "refunds" SET "asked_at" = "created_at" WHERE "state" = 'requested';--> statement-breakpoint
-- Money that went back without a row of its own: found in the provider's pages, or sent back because it may not be kept.
INSERT INTO "refunds" ("order_id", "payment_id", "amount_pence", "idempotency_key", "state", "origin", "finished_at", "asked_at")
  SELECT "order_id", "id", "refunded_pence" - "kept"."pence", "idempotency_key" || ':earlier', 'sent', 'provider', now(), "created_at"
  FROM "payments" CROSS JOIN LATERAL (
    SELECT coalesce(sum("amount_pence"), 0)::integer AS "pence" FROM "refunds"
    WHERE "refunds"."payment_id" = "payments"."id" AND "refunds"."state" = 'sent'
  ) AS "kept"
  WHERE "refunded_pence" > "kept"."pence";--> statement-breakpoint
-- A page has captured these, or had the server capture: only another approval moves their money now.
UPDATE "payments" SET "capture_tried_at" = coalesce("capture_asked_at", "checked_at")
  WHERE "capture_asked_at" IS NOT NULL OR "state" = 'declined';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_check" CHECK ("refunds"."state" in ('requested', 'pending', 'sent', 'failed'));