CREATE TABLE "staff" (
	"email" text PRIMARY KEY NOT NULL,
	"totp_key" text NOT NULL,
	"enrolled_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"stage" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_tokens_stage_check" CHECK ("staff_tokens"."stage" in ('link', 'code', 'open'))
);
--> statement-breakpoint
CREATE INDEX "staff_tokens_email" ON "staff_tokens" USING btree ("email");