//! Dairy, eggs, meat, fish and made meals.

super::table! {
    "Semi-Skimmed Milk" Dairy Chilled Bottle(Glass) 2272/200 ml [1.8 1.1 4.8 4.8 0.0 3.6 0.11] Vegetarian "United Kingdom"
        "Pasteurised Semi-Skimmed *Milk*" micro calcium "124", vitamin_b12 "0.9", riboflavin_b2 "0.24", iodine "31";
    "Lactose Free Whole Milk Drink" Dairy Chilled Carton(Glass) 1000/200 ml [3.5 2.3 2.6 2.6 0.0 3.3 0.1] Vegetarian "Denmark"
        "Whole *Milk*, Lactase Enzyme" micro calcium "120", vitamin_b12 "0.4";
    "Mature Cheddar" Dairy Chilled Bag(Cheese) 400/30 g [34.9 21.7 0.1 0.1 0.0 25.4 1.8] Vegetarian "United Kingdom"
        "Mature Cheddar Cheese (*Milk*)" micro calcium "739", zinc "4.0";
    "Grated Mozzarella" Dairy Chilled Bag(Cheese) 2000/30 g [22.0 14.0 2.5 0.5 0.0 23.8 1.4] Vegetarian "Germany"
        "Mozzarella Cheese (*Milk*), Potato Starch" micro calcium "620";
    "Soft Blue Cheese" Dairy Chilled Tray(Cheese) 150/30 g [34.0 21.5 0.5 0.5 0.0 18.7 1.9] Vegetarian "France"
        "Blue Veined Cheese made from Pasteurised Cows' *Milk*, Salt, Cheese Cultures";
    "Salted Butter" Dairy Chilled Box(Cheese) 250/10 g [81.3 52.1 0.6 0.6 0.0 0.6 1.7] Vegetarian "Ireland"
        "Butter (*Milk*), Salt" micro vitamin_a "958", vitamin_d "0.9";
    "Double Cream" Dairy Chilled Tub(Drop) 1000/30 ml [50.5 31.4 1.6 1.6 0.0 1.5 0.06] Vegetarian "United Kingdom"
        "Pasteurised Double Cream (*Milk*)";
    "Greek Style Natural Yoghurt" Dairy Chilled Tub(Bowl) 1000/150 g [9.2 6.0 4.6 4.6 0.0 5.1 0.16] Vegetarian "United Kingdom"
        "Whole *Milk*, Cream (*Milk*), *Milk* Proteins, Live Yoghurt Cultures (*Milk*)" micro calcium "161";
    "Strawberry Yoghurt" Dairy Chilled Tub(Berry) 125/125 g [2.4 1.5 14.1 12.9 0.3 4.2 0.15] Omnivore "United Kingdom"
        "Low Fat Yoghurt (*Milk*), Strawberries (10%), Sugar, Modified Maize Starch, Gelatine (Beef), Flavouring, Colour: Carmine" micro calcium "139";
    "Free Range Medium Eggs" Dairy Ambient Box(Egg) 696/58 g [9.0 2.5 0.1 0.1 0.0 12.6 0.39] Vegetarian "United Kingdom"
        "Free Range *Eggs*" micro vitamin_d "3.2", vitamin_b12 "2.7", selenium "23", folate "47";
    "Pasteurised Liquid Whole Egg" Dairy Chilled Carton(Egg) 1000/50 g [9.0 2.5 0.4 0.4 0.0 12.3 0.36] Vegetarian "United Kingdom"
        "Pasteurised Whole *Egg*, Acidity Regulator: Citric Acid";
    "Back Bacon" Meat Chilled Tray(Steak) 2270/60 g [15.2 5.8 0.3 0.3 0.0 18.1 2.9] Omnivore "Denmark"
        "Pork (87%), Water, Salt, Antioxidant: Sodium Ascorbate, Preservatives: Sodium Nitrite, Potassium Nitrate" may "milk";
    "Pork Sausages" Meat Chilled Tray(Steak) 454/114 g [21.4 7.7 9.8 1.1 0.9 13.6 1.5] Omnivore "United Kingdom"
        "Pork (70%), Water, Rusk (*Wheat* Flour, Salt), Salt, Spices, Stabiliser: E450, Preservative: Sodium *Metabisulphite*, Antioxidant: E300, Beef Collagen Casing" may "mustard celery_celeriac soybeans";
    "Beef Burgers" Meat Frozen Box(Steak) 2720/113 g [20.6 9.1 3.2 0.5 0.6 17.4 0.9] Omnivore "Ireland"
        "Beef (84%), Water, *Wheat* Flour, Onion, Salt, Beef Fat, Black Pepper, Yeast Extract (*Barley*)" may "milk mustard";
    "Roast Chicken Breast Slices" Meat Chilled Tray(Drumstick) 500/50 g [1.9 0.6 1.2 0.8 0.0 22.8 1.4] Omnivore "Thailand"
        "Chicken Breast (88%), Water, Tapioca Starch, Dextrose, Salt, Stabiliser: E451" may "soybeans wheat";
    "Breaded Chicken Goujons" Meat Frozen Bag(Drumstick) 1000/120 g [11.8 1.3 19.7 0.8 1.4 15.9 0.95] Omnivore "Poland"
        "Chicken Breast (56%), *Wheat* Flour, Rapeseed Oil, Water, *Wheat* Starch, Salt, Yeast, *Egg* White Powder, *Mustard* Powder, White Pepper" may "milk celery_celeriac soybeans";
    "Smoked Turkey Rashers" Meat Chilled Tray(Drumstick) 300/50 g [2.1 0.6 1.6 1.4 0.0 19.4 1.9] Omnivore "United Kingdom"
        "Turkey Thigh (85%), Water, Salt, Sugar, Smoke Flavouring, Preservative: Sodium Nitrite";
    "Pork Pie" Meat Chilled Tray(Cake) 150/150 g [25.9 9.7 25.1 1.2 1.4 10.3 1.2] Omnivore "United Kingdom"
        "*Wheat* Flour, Pork (30%), Lard (Pork), Water, Pork Gelatine, Salt, Pepper, *Egg* Glaze, *Milk* Protein" may "mustard celery_celeriac";
    "Cod Fillets" Fish Frozen Bag(Fish) 1000/140 g [0.7 0.1 0.0 0.0 0.0 17.9 0.25] Omnivore "Iceland"
        "*Cod* (Fish)" may "crustacea molluscs" micro iodine "190", selenium "27";
    "Battered Haddock Portions" Fish Frozen Box(Fish) 1700/170 g [10.5 0.9 17.6 0.7 1.0 12.0 0.9] Omnivore "Norway"
        "*Haddock* (Fish) (57%), *Wheat* Flour, Rapeseed Oil, Water, *Wheat* Starch, Salt, Raising Agents: E450, E500; *Mustard* Flour" may "milk crustacea";
    "Smoked Salmon Slices" Fish Chilled Tray(Fish) 200/50 g [10.4 1.9 0.4 0.4 0.0 23.1 3.1] Omnivore "United Kingdom"
        "*Salmon* (Fish) (97%), Salt, Demerara Sugar, Oak Smoke" micro vitamin_d "7.4", vitamin_b12 "4.0";
    "Tuna Chunks in Brine" Fish Ambient Can(Fish) 400/120 g [0.7 0.2 0.0 0.0 0.0 25.9 0.93] Omnivore "Mauritius"
        "Skipjack *Tuna* (Fish), Water, Salt" micro selenium "77", niacin_b3 "13";
    "Cooked and Peeled King Prawns" Fish Frozen Bag(Prawn) 1000/100 g [0.6 0.2 0.3 0.0 0.0 16.4 1.3] Omnivore "Vietnam"
        "King *Prawns* (Crustacean) (97%), Salt, Stabiliser: E451" may "fish molluscs sulphur_dioxide";
    "Dressed Crab Meat" Fish Chilled Tub(Prawn) 100/50 g [6.1 1.0 1.8 0.6 0.3 16.8 1.2] Omnivore "United Kingdom"
        "*Crab* (Crustacean) (86%), Rusk (*Wheat* Flour, Salt), Pasteurised *Egg*, *Mustard*, White Pepper" may "fish molluscs";
    "Mussels in White Wine Sauce" Fish Frozen Bag(Prawn) 450/225 g [4.8 2.6 5.2 1.4 0.3 8.4 0.95] Omnivore "Chile"
        "*Mussels* (Mollusc) (70%), Water, White Wine (4%) (*Sulphites*), Double Cream (*Milk*), Onion, Cornflour, Butter (*Milk*), Salt, Parsley" may "crustacea fish";
    "Crispy Squid Rings" Fish Frozen Bag(Prawn) 1000/100 g [12.3 1.4 22.4 1.0 1.2 11.7 1.15] Omnivore "Spain"
        "*Squid* (Mollusc) (48%), *Wheat* Flour, Sunflower Oil, Water, Maize Starch, Salt, *Egg* Albumen Powder, Garlic Powder" may "crustacea fish milk";
    "Beef Lasagne" Meal Frozen Tray(Bowl) 2400/400 g [6.8 3.2 13.2 2.9 1.2 7.4 0.62] Omnivore "United Kingdom"
        "Water, Beef (17%), Egg Pasta Sheets (14%) (Durum *Wheat* Semolina, Water, *Egg*), Tomatoes, Whole *Milk*, Cheddar Cheese (*Milk*), Onion, *Wheat* Flour, Red Wine (*Sulphites*), Carrot, *Celery*, Rapeseed Oil, Salt, Basil, Black Pepper" may "mustard soybeans";
    "Chicken Tikka Masala" Meal Frozen Tray(Bowl) 2000/350 g [6.4 2.3 6.0 3.6 1.3 9.2 0.7] Omnivore "United Kingdom"
        "Chicken Breast (34%), Tomatoes, Water, Onion, Single Cream (*Milk*), Yoghurt (*Milk*), Rapeseed Oil, Ground *Almonds*, Sugar, Ginger, Garlic, Cornflour, Salt, Coriander, Cumin, *Mustard* Seeds, Turmeric" may "peanuts sesame_seeds cashew_nuts";
    "Macaroni Cheese" Meal Chilled Tray(Bowl) 400/400 g [7.9 4.7 16.1 2.2 0.8 6.8 0.71] Vegetarian "United Kingdom"
        "Cooked Pasta (40%) (Water, Durum *Wheat* Semolina), Whole *Milk*, Mature Cheddar Cheese (*Milk*) (11%), Butter (*Milk*), *Wheat* Flour, *Mustard*, Salt" may "eggs celery_celeriac fish";
    "Vegetable Spring Rolls" Meal Frozen Box(Bowl) 1200/60 g [8.8 0.9 26.7 3.8 2.6 4.7 0.85] Vegan "China"
        "Cabbage, *Wheat* Flour, Carrot, Water, Bean Sprouts, Rapeseed Oil, Vermicelli, *Soya* Sauce (*Soya* Beans, *Wheat*, Salt), *Sesame* Oil, Sugar, Ginger, Salt" may "crustacea eggs fish peanuts";
    "Houmous" Meal Chilled Tub(Bowl) 1000/50 g [22.6 2.6 9.8 1.0 5.4 7.1 0.9] Vegan "United Kingdom"
        "Cooked Chickpeas (52%), Rapeseed Oil, *Sesame* Seed Paste (12%), Water, Lemon Juice, Garlic, Salt" may "milk eggs mustard";
    "Prawn Pad Thai" Meal Chilled Tray(Prawn) 380/380 g [4.7 0.8 19.2 5.9 1.2 6.9 0.83] Omnivore "United Kingdom"
        "Cooked Rice Noodles (34%), Bean Sprouts, King *Prawns* (Crustacean) (12%), Free Range *Egg*, Carrot, Water, Sugar, *Peanuts* (3%), Tamarind Paste, *Fish* Sauce (*Anchovy* Extract, Salt), Rapeseed Oil, *Soya* Sauce (*Soya* Beans, *Wheat*, Salt), Lime Juice, Garlic, Chilli" may "sesame_seeds molluscs milk";
}
