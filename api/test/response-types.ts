import type { z } from "zod";
import type { Address, addressList } from "../src/account/addresses/schema.ts";
import type { ConsentState } from "../src/account/consents/schema.ts";
import type { PushState } from "../src/notifications/push/schema.ts";
import type { MessagePreferences } from "../src/account/message-preferences/schema.ts";
import type { Device } from "../src/account/sessions/schema.ts";
import type { EmailStep, RequestedCode } from "../src/account/email-sign-in/schema.ts";
import type { EmailConfirmed } from "../src/account/emails/schema.ts";
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from "../src/account/passkeys/schema.ts";
import type { SignInMethods } from "../src/account/sign-in-methods/schema.ts";
import type { RecoveryCodes, SecondFactor, SecondFactorKey } from "../src/account/second-factor/schema.ts";
import type { Session, User } from "../src/account/schema.ts";
import type { LoyaltyAccount } from "../src/loyalty/schema.ts";
import type { Cart, Estimate } from "../src/cart/schema.ts";
import type {
  AlertList,
  ExcludedIngredients,
  ProductCardData,
  CategoryMap,
  Home,
  IngredientList,
  IngredientPage,
  BrandList,
  BrandPage,
  Product,
  ProductsPrice,
} from "../src/catalog/schema.ts";
import type { ProductPreview } from "../src/catalog-admin/previews/schema.ts";
import type { CustomerSummary } from "../src/customer-summary/schema.ts";
import type { CartDifference, PlacedOrder } from "../src/checkout/schema.ts";
import type { RedirectResponse } from "../src/content/schema.ts";
import type { Page } from "../src/cms-pages/schema.ts";
import type { Quiz, QuizResult } from "../src/quizzes/schema.ts";
import type { CustomsRule } from "../src/customs/schema.ts";
import type { Country, DeliveryMethod, DestinationTerms, PickupPoint, Place } from "../src/delivery/schema.ts";
import type { StoreConfig } from "../src/store-config/schema.ts";
import type { Post, PostList } from "../src/blog/schema.ts";
import type { CurrencyList } from "../src/money/schema.ts";
import type { notificationList } from "../src/notifications/schema.ts";
import type { Order, OrderList } from "../src/orders/schema.ts";
import type { Payment } from "../src/payments/schema.ts";
import type { GiftCardBalance, GiftCardOptions, PrintableGiftCard } from "../src/gift-cards/schema.ts";
import type { Coupon, SpecialOffers } from "../src/promotions/schema.ts";
import type {
  HelpfulCount,
  Photo,
  QuestionList,
  ReviewList,
  SimilarQuestions,
  UserReviews,
} from "../src/reviews/schema.ts";
import type { CreatedReturn, CustomerOrderReturns, CustomerReturn, ReturnPhoto } from "../src/returns/schema.ts";
import type { CustomerData } from "../src/privacy/schema.ts";
import type { SearchResults, Suggestions } from "../src/search/schema.ts";
import type { Wishlist, WishlistCount } from "../src/wishlist/schema.ts";
import type { OwnShare, SharedWishlist } from "../src/wishlist/shares/schema.ts";

type NotificationList = z.infer<typeof notificationList>;
type Id = number;

/** The response data of each endpoint. The test harness validates responses against the same schemas at run time. */
type ResponseDataByEndpoint = {
  "GET /v1/user": User;
  "PATCH /v1/user": User;
  /** The challenge comes with a refusal. */
  "POST /v1/login": Session & { challenge: string };
  "POST /v1/register": Session;
  "POST /v1/login/second-factor": Session;
  "POST /v1/login/email": EmailStep;
  "POST /v1/login/code": RequestedCode;
  /** The challenge comes with a refusal. */
  "POST /v1/login/code/verify": Session & { challenge: string };
  "POST /v1/login/passkey/options": PasskeyRequestOptions;
  /** The challenge comes with a refusal. */
  "POST /v1/login/passkey": Session & { challenge: string };
  "POST /v1/user/passkeys/options": PasskeyCreationOptions;
  "POST /v1/user/passkeys": Passkey;
  "GET /v1/user/sign-in-methods": SignInMethods;
  "GET /v1/user/second-factor": SecondFactor;
  "POST /v1/user/second-factor": SecondFactorKey;
  "POST /v1/user/second-factor/confirm": RecoveryCodes;
  "POST /v1/user/second-factor/recovery-codes": RecoveryCodes;
  "POST /v1/confirm-email": EmailConfirmed;
  "GET /v1/user/data": CustomerData;
  "GET /v1/user/consents": { items: ConsentState[] };
  "GET /v1/user/push": PushState;
  "POST /v1/user/push": PushState;
  [endpoint: `DELETE /v1/user/push/${Id}`]: PushState;
  "GET /v1/user/message-preferences": MessagePreferences;
  "PATCH /v1/user/message-preferences": MessagePreferences;
  "POST /v1/consents/analytics": { receipt: string | null };
  "GET /v1/user/sessions": { items: Device[] };
  "GET /v1/user/addresses": z.infer<typeof addressList>;
  "POST /v1/user/addresses": Address;
  [endpoint: `GET /v1/user/addresses/${Id}`]: Address;
  [endpoint: `PUT /v1/user/addresses/${Id}`]: Address;
  "GET /v1/user/cart": Cart;
  "POST /v1/user/cart": Cart;
  "DELETE /v1/user/cart": Cart;
  [endpoint: `POST /v1/user/cart/${string}/${string}`]: Cart;
  "POST /v1/user/cart/seen": Cart;
  "POST /v1/cart/estimate": Estimate;
  [endpoint: `POST /v1/cart/promo/${string}`]: Estimate;
  "POST /v1/user/cart/brought": Cart;
  "POST /v1/user/cart/split": Cart;
  "GET /v1/customs/rules": { items: CustomsRule[] };
  "DELETE /v1/user/cart/promo": Cart;
  "POST /v1/user/cart/bonus": Cart;
  "DELETE /v1/user/cart/bonus": Cart;
  "POST /v1/user/cart/presents": Cart;
  "POST /v1/user/cart/certificates": Cart;
  [endpoint: `DELETE /v1/user/cart/certificates/${Id}`]: Cart;
  "GET /v1/certificates/offer": GiftCardOptions;
  "POST /v1/certificates/balance": GiftCardBalance;
  [endpoint: `GET /v1/certificates/printed/${string}`]: PrintableGiftCard;
  "GET /v1/user/promo": { items: Coupon[] };
  "GET /v1/user/special-offers": SpecialOffers;
  "GET /v1/user/bonus": LoyaltyAccount;
  "GET /v1/categories": CategoryMap;
  "GET /v1/complements": { items: ProductCardData[] };
  "GET /v1/forYou": { items: ProductCardData[] };
  "GET /v1/home": Home;
  "GET /v1/products": SearchResults;
  [endpoint: `GET /v1/products/${string}`]: Product;
  "GET /v1/manufacturers": BrandList;
  [endpoint: `GET /v1/manufacturers/${string}`]: BrandPage;
  "POST /v1/productsPrice": ProductsPrice;
  "GET /v1/search/suggest": Suggestions;
  /** The cart comes with a refusal. */
  "POST /v1/user/orders": PlacedOrder & { cart: Cart; difference: CartDifference };
  "GET /v1/user/orders": OrderList;
  [endpoint: `GET /v1/user/orders/${Id}`]: Order;
  [endpoint: `POST /v1/user/orders/${Id}/cancel`]: Order;
  [endpoint: `POST /v1/user/orders/${Id}/repeat`]: Cart;
  [endpoint: `POST /v1/user/orders/${string}/payment`]: Payment;
  [endpoint: `GET /v1/payments/${string}`]: Payment;
  [endpoint: `POST /v1/payments/${string}/confirm`]: Payment;
  [endpoint: `POST /v1/payments/${string}/method`]: Payment;
  [endpoint: `GET /v1/pages/${string}`]: Page;
  [endpoint: `GET /v1/quizzes/${number}`]: Quiz;
  [endpoint: `POST /v1/quizzes/${number}/result`]: QuizResult;
  "GET /v1/redirects": RedirectResponse;
  "GET /v1/countries": { items: Country[] };
  "GET /v1/delivery/destinations": { items: DestinationTerms[] };
  "GET /v1/delivery/places": { items: Place[] };
  "GET /v1/delivery/methods": { items: DeliveryMethod[] };
  "GET /v1/cdek/points": { items: PickupPoint[] };
  "GET /v1/frontConfig": StoreConfig;
  "GET /v1/news": PostList;
  "GET /v1/blog": PostList;
  [endpoint: `GET /v1/news/${string}`]: Post;
  [endpoint: `GET /v1/blog/${string}`]: Post;
  "GET /v1/promotions": SpecialOffers;
  "GET /v1/currencyList": CurrencyList;
  "GET /v1/user/notification": NotificationList;
  [endpoint: `DELETE /v1/user/notification/${Id}`]: NotificationList;
  "GET /v1/user/alerts": AlertList;
  "GET /v1/user/avoided": ExcludedIngredients;
  "PUT /v1/user/avoided": ExcludedIngredients;
  "GET /v1/ingredients": IngredientList;
  [endpoint: `GET /v1/ingredients/${string}`]: IngredientPage;
  "GET /v1/user/reviews": UserReviews;
  "POST /v1/user/photos": Photo;
  [endpoint: `GET /v1/user/orders/${Id}/returns`]: CustomerOrderReturns;
  [endpoint: `POST /v1/user/orders/${Id}/returns`]: CreatedReturn;
  [endpoint: `GET /v1/user/returns/${Id}`]: CustomerReturn;
  "POST /v1/user/return-photos": ReturnPhoto;
  [endpoint: `POST /v1/reviews/${Id}/helpful`]: HelpfulCount;
  [endpoint: `DELETE /v1/reviews/${Id}/helpful`]: HelpfulCount;
  "GET /v1/user/summary": CustomerSummary;
  "GET /v1/user/wishlist": Wishlist;
  "GET /v1/user/wishlistcount": WishlistCount;
  [endpoint: `POST /v1/user/wishlist/${string}`]: WishlistCount;
  [endpoint: `DELETE /v1/user/wishlist/${string}`]: WishlistCount;
  "GET /v1/user/wishlist-share": OwnShare;
  "PUT /v1/user/wishlist-share": OwnShare;
  "POST /v1/user/wishlist-share/rotate": OwnShare;
  "DELETE /v1/user/wishlist-share": OwnShare;
  [endpoint: `GET /v1/wishlists/${string}`]: SharedWishlist;
  [endpoint: `GET /v1/product-previews/${string}`]: ProductPreview;
};

/** Endpoints below a path that matches one of the above. */
type NestedResponseDataByEndpoint = {
  [endpoint: `GET /v1/quizzes/${number}/results/${string}`]: QuizResult;
  [endpoint: `GET /v1/products/${string}/similar`]: { items: ProductCardData[] };
  [endpoint: `GET /v1/products/${string}/reviews`]: ReviewList;
  [endpoint: `GET /v1/products/${string}/questions`]: QuestionList;
  [endpoint: `GET /v1/products/${string}/similar-questions`]: SimilarQuestions;
};

type WithoutQuery<Path extends string> = Path extends `${infer PathOnly}?${string}` ? PathOnly : Path;
type Call<Method extends string, Path extends string> = `${Method} ${WithoutQuery<Path>}`;

/** The type of an endpoint's response data; unknown if the path is built at run time. */
export type ResponseData<Method extends string, Path extends string> =
  Call<Method, Path> extends keyof NestedResponseDataByEndpoint
    ? NestedResponseDataByEndpoint[Call<Method, Path>]
    : Call<Method, Path> extends keyof ResponseDataByEndpoint
      ? ResponseDataByEndpoint[Call<Method, Path>]
      : unknown;
